// Loaded when its route is.
export default {
  data: () => ({ thread: null }),
  async mounted() { this.thread = await (await fetch('/api/thread.json')).json(); },
  template: `<template v-if="thread"><h1>{{ thread.title }}</h1><div class="posts"><div v-for="p in thread.posts" class="post" :id="'post-' + p.id"><a class="user" :href="'/u/' + p.user">{{ p.user }}</a><p>{{ p.text }}</p></div></div></template><p v-else>Loading…</p>`,
};
