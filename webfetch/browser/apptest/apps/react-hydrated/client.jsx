import { hydrateRoot, createRoot } from 'react-dom/client';
import { Article } from '../react/view.jsx';

const root = document.getElementById('__next');
const { article } = JSON.parse(document.getElementById('__NEXT_DATA__').textContent).props;
if (root.firstChild) hydrateRoot(root, <Article {...article} />);
else createRoot(root).render(<Article {...article} />);
