// Search, links to calls, and sending the examples, for the page of the API.

/** Opens what the address points to. */
function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target instanceof HTMLDetailsElement) {
    target.open = true;
    target.scrollIntoView();
  }
}
addEventListener('hashchange', openTarget);
openTarget();

for (const operation of document.querySelectorAll('.operation'))
  operation.addEventListener('toggle', () => {
    if (operation.open) history.replaceState(null, '', `#${operation.id}`);
  });

const search = document.querySelector('.search input');
search.addEventListener('input', () => {
  const words = search.value.toLowerCase().split(/\s+/);
  let isAnyShown = false;
  for (const group of document.querySelectorAll('.group')) {
    let isGroupShown = false;
    for (const operation of group.querySelectorAll('.operation')) {
      const text = `${operation.id} ${operation.firstElementChild.textContent}`.toLowerCase();
      operation.hidden = !words.every((word) => text.includes(word));
      isGroupShown ||= !operation.hidden;
    }
    group.hidden = !isGroupShown;
    isAnyShown ||= isGroupShown;
  }
  const isSearching = search.value.trim() !== '';
  for (const id of ['guide', 'live', 'types']) document.getElementById(id).hidden = isSearching;
  document.getElementById('none').hidden = isAnyShown;
});
addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target.closest('input, textarea')) return;
  event.preventDefault();
  search.focus();
});

/** Times in the examples lie around one moment, which becomes now. */
const MINUTE_MS = 60_000;
const lateness = Date.now() - Date.parse(document.body.dataset.exampleNow);
const shifted = (text) =>
  text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (instant) => {
    const ms = Date.parse(instant) + lateness;
    return new Date(ms - (ms % MINUTE_MS)).toISOString();
  });
for (const area of document.querySelectorAll('textarea')) area.value = shifted(area.value);

/** The request that a form describes. */
function requestOf(form) {
  const { method, path } = form.dataset;
  const query = new URLSearchParams();
  const headers = {};
  let url = path;
  for (const { name, value, dataset } of form.querySelectorAll('input')) {
    if (dataset.in === 'path')
      url = url.replace(`{${name}}`, value ? encodeURIComponent(value) : `{${name}}`);
    else if (value && dataset.in === 'query') query.append(name, value);
    else if (value && dataset.in === 'header') headers[name] = value;
  }
  const body = form.querySelector('textarea')?.value;
  if (body) headers['Content-Type'] = 'application/json';
  return {
    url: query.size > 0 ? `${url}?${query}` : url,
    init: { method: method.toUpperCase(), headers, ...(body && { body }) },
  };
}

const quoted = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

function curlOf(form) {
  const { url, init } = requestOf(form);
  const { server } = document.body.dataset;
  const isWrite = init.method !== 'GET';
  return [
    `curl ${quoted(server + url)}`,
    ...(isWrite ? [`-X ${init.method}`, `-H ${quoted(`Origin: ${server}`)}`] : []),
    '-b cookies.txt',
    ...Object.entries(init.headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(init.body ? [`-d ${quoted(init.body.replaceAll(/\n\s*/g, ' '))}`] : []),
  ].join(' ');
}

function element(name, text) {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

async function send(form) {
  const { url, init } = requestOf(form);
  // what a write changes is real
  if (
    init.method !== 'GET' &&
    !confirm(`${init.method} ${url}\n\nThis really happens, in your name. Send it?`)
  )
    return;
  const output = form.querySelector('output');
  output.replaceChildren('Sending…');
  try {
    // the pages of the API are in /api/, as its calls are
    const response = await fetch(new URL(`..${url}`, location.href), init);
    const text = await response.text();
    let shown = text || 'no body';
    try {
      shown = JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      // no JSON
    }
    output.replaceChildren(
      element('b', `${response.status} ${response.statusText}`),
      element('pre', shown.length > 100_000 ? `${shown.slice(0, 100_000)}\n…` : shown),
    );
  } catch (error) {
    output.replaceChildren(String(error));
  }
}

for (const form of document.querySelectorAll('.try')) {
  const line = form.querySelector('.curl code');
  const update = () => {
    line.textContent = curlOf(form);
  };
  form.addEventListener('input', update);
  form.closest('details').addEventListener('toggle', update, { once: true });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form);
  });
  const copy = form.querySelector('.copy');
  copy.addEventListener('click', () => {
    void navigator.clipboard.writeText(curlOf(form));
    copy.textContent = 'Copied';
  });
}
