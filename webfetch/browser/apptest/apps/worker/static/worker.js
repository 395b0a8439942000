// Makes the markup of the posts, off the main thread.
onmessage = async ({ data: urls }) => {
  const parts = await Promise.all(urls.map(async (u) => (await fetch(u)).text()));
  let sum = 0;
  for (let i = 0; i < 2e5; i++) sum = (sum * 31 + i) % 1000003;
  postMessage(parts.join(''), []);
};
