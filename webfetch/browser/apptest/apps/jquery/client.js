import $ from 'jquery';

$(() => {
  $.getJSON('/api/manual.json', (m) => {
    const $main = $('#manual').empty();
    $main.append($('<h1>').text(m.title), $('<p>').text(m.lead), $('<h2>').text('Install'), $('<pre>').append($('<code>').text(m.install)));
    const $list = $('<div role="tablist">'), $tabs = $('<div class="tabs">').append($list);
    m.tabs.forEach((t, i) => {
      $list.append($('<button role="tab">').attr({ id: 'tab-' + i, 'aria-controls': 'panel-' + i, 'aria-selected': i === 0 }).text(t.name));
      $tabs.append($('<div role="tabpanel">').attr({ id: 'panel-' + i, 'aria-labelledby': 'tab-' + i }).prop('hidden', i > 0).append($('<p>').text(t.text)));
    });
    const $rows = $('<tbody>').append(m.options.map((o) => $('<tr>').append(o.map((c) => $('<td>').text(c)))));
    $main.append($tabs, $('<h2>').text('Options'), $('<table>').append('<thead><tr><th>Option</th><th>Default</th><th>Meaning</th></tr></thead>', $rows), $('<h2>').text('Questions'));
    m.questions.forEach(([q, a]) => $main.append($('<details>').append($('<summary>').text(q), $('<p>').text(a))));
  });
});
