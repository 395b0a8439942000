const worker = new Worker('worker.js');
worker.onmessage = ({ data }) => { document.querySelector('.posts').innerHTML = data; };
worker.postMessage([0, 1, 2, 3].map((n) => `/api/post-${n}.html`));
