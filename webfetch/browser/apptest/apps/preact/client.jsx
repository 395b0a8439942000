import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Catalogue } from './view.jsx';

function App() {
  const [list, set] = useState(null);
  useEffect(() => { fetch('/api/catalogue.json').then((r) => r.json()).then(set); }, []);
  return list ? <Catalogue {...list} /> : <div class="skeleton"><i></i><i></i><i></i></div>;
}

render(<App />, document.getElementById('shop-front'));
