export const Catalogue = ({ title, lead, items }) => (
  <>
    <h1>{title}</h1>
    <p>{lead}</p>
    <ul class="cards">
      {items.map((i) => <li class="card" key={i.id}><h2><a href={i.href}>{i.name}</a></h2><p>{i.text}</p><p class="price">{i.price} pounds</p></li>)}
    </ul>
  </>
);
