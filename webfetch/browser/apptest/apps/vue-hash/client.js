import { createApp } from 'vue/dist/vue.esm-bundler.js';
import { createRouter, createWebHashHistory } from 'vue-router';

const router = createRouter({
  history: createWebHashHistory(),
  routes: [
    { path: '/', component: { template: '<h1>Welcome</h1><p>Choose a part of the site.</p>' } },
    { path: '/thread/:id', component: () => import('./thread.js') },
  ],
});
createApp({ template: '<router-view></router-view>' }).use(router).mount('#app');
