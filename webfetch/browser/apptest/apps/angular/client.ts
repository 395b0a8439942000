import { App } from './app';
import { bootstrapApplication } from '@angular/platform-browser';
import { provideZonelessChangeDetection } from '@angular/core';

bootstrapApplication(App, { providers: [provideZonelessChangeDetection()] });
