import '@angular/compiler';
import { Component, signal } from '@angular/core';

@Component({
  selector: 'app-root',
  standalone: true,
  template: `@if (thread(); as t) {
    <h1>{{ t.title }}</h1>
    <div class="posts">@for (p of t.posts; track p.id) {<div class="post" [id]="'post-' + p.id"><a class="user" [href]="'/u/' + p.user">{{ p.user }}</a><p>{{ p.text }}</p></div>}</div>
  } @else { <p>Getting the posts</p> }`,
})
export class App {
  static load = (app: App) => { fetch('/api/thread.json').then((r) => r.json()).then((t) => app.thread.set(t)); };
  thread = signal<any>(null);
  constructor() { App.load(this); }
}
