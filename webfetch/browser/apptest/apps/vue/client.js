import { createApp } from 'vue/dist/vue.esm-bundler.js';
import { Manual } from './view.js';

const app = Manual(() => null);
app.mounted = async function () { this.manual = await (await fetch('/api/manual.json')).json(); };
createApp(app).mount('#vue');
