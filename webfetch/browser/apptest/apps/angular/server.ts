import { App } from './app';
import { bootstrapApplication } from '@angular/platform-browser';
import { provideServerRendering, renderApplication } from '@angular/platform-server';
import { provideZonelessChangeDetection } from '@angular/core';

export const pages = async ({ page, content: { thread } }: any) => {
  App.load = (app) => app.thread.set(thread);
  const document = page({ title: thread.title, body: '<app-root></app-root>' });
  const boot = (context: any) => bootstrapApplication(App, { providers: [provideServerRendering(), provideZonelessChangeDetection()] }, context);
  return {
    'server.html': await renderApplication(boot, { document, url: '/' }),
    'client.html': page({ title: thread.title, body: '<app-root></app-root>', scripts: '<script type="module" src="client.js"></script>' }),
  };
};
