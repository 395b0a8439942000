// Manual shows tabs, questions that unfold, a table and code.
export const Manual = (load) => ({
  data: () => ({ manual: load(), tab: 0 }),
  template: `<template v-if="manual">
    <h1>{{ manual.title }}</h1><p>{{ manual.lead }}</p>
    <h2>Install</h2><pre><code>{{ manual.install }}</code></pre>
    <div class="tabs"><div role="tablist"><button v-for="(t, i) in manual.tabs" role="tab" :id="'tab-' + i" :aria-controls="'panel-' + i" :aria-selected="tab === i" @click="tab = i">{{ t.name }}</button></div>
      <div v-for="(t, i) in manual.tabs" role="tabpanel" :id="'panel-' + i" :aria-labelledby="'tab-' + i" :hidden="tab !== i"><p>{{ t.text }}</p></div></div>
    <h2>Options</h2>
    <table><thead><tr><th>Option</th><th>Default</th><th>Meaning</th></tr></thead><tbody><tr v-for="o in manual.options"><td v-for="c in o">{{ c }}</td></tr></tbody></table>
    <h2>Questions</h2>
    <details v-for="q in manual.questions"><summary>{{ q[0] }}</summary><p>{{ q[1] }}</p></details>
  </template><p v-else>…</p>`,
});
