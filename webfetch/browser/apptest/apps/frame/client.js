const frame = document.createElement('iframe');
frame.src = '/api/frame.html';
frame.title = 'Log';
setTimeout(() => document.querySelector('main').append(frame), 50);
