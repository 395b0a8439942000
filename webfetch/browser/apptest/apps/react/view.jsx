const Text = ({ of }) => (Array.isArray(of) ? of : [of]).map((t, i) => (typeof t === 'string' ? t : <a key={i} href={t.href}>{t.text}</a>));

export const Article = ({ title, lead, author, date, sections }) => (
  <article>
    <h1>{title}</h1>
    <p className="byline">By <span className="author">{author}</span>, <time dateTime={date}>18 March 2024</time></p>
    <p className="lead">{lead}</p>
    {sections.map((s) => (
      <section key={s.heading}>
        <h2>{s.heading}</h2>
        {s.text.map((t, i) => <p key={i}><Text of={t} /></p>)}
        {s.list && <ul>{s.list.map((i) => <li key={i}>{i}</li>)}</ul>}
      </section>
    ))}
  </article>
);
