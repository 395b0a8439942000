import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Article } from './view.jsx';

function App() {
  const [article, set] = useState(null);
  useEffect(() => { fetch('/api/article.json').then((r) => r.json()).then(set); }, []);
  return article ? <Article {...article} /> : <div className="spinner" role="status">Fetching the text</div>;
}

createRoot(document.querySelector('main')).render(<App />);
