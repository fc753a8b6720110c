import { describe, expect, it } from 'vitest';
import { isOwnWrite, requestSiteOf } from './same-origin.ts';

const OURS = new Set(['https://food.example', 'http://[::1]:3000']);
const siteOf = (headers: Readonly<Record<string, string>>) => requestSiteOf(headers, OURS);

describe('a request that its browser calls same-origin', () => {
  const said = { 'sec-fetch-site': 'same-origin' };

  it.each([
    ['a foreign host', { host: 'elsewhere.example' }],
    ['a host that begins like ours', { host: 'food.example.elsewhere.example' }],
    ['no host', {}],
    ['a foreign origin', { host: 'food.example', origin: 'http://elsewhere.example' }],
    ['no known origin', { host: 'food.example', origin: 'null' }],
    ['a foreign referer', { host: 'food.example', referer: 'http://elsewhere.example/page' }],
  ])('is foreign with %s', (_what, headers) => {
    expect(siteOf({ ...said, ...headers })).toBe('foreign');
  });

  it.each([
    ['our host', { host: 'food.example' }],
    ['our host at a forwarded port', { host: '[::1]:8080' }],
    ['our origin behind a proxy', { host: '10.0.0.7:3000', origin: 'https://food.example' }],
    ['our referer behind a proxy', { host: '10.0.0.7:3000', referer: 'https://food.example/?tab=profile' }],
  ])('is same-origin with %s', (_what, headers) => {
    expect(siteOf({ ...said, ...headers })).toBe('same-origin');
  });
});

it('requires the exact origin if the browser does not send Sec-Fetch-Site', () => {
  expect(siteOf({ origin: 'https://food.example' })).toBe('same-origin');
  expect(siteOf({ origin: 'https://food.example:8443' })).toBe('foreign');
  expect(siteOf({ origin: 'null' })).toBe('foreign');
});

describe('a write or a socket with neither Origin nor Sec-Fetch-Site', () => {
  it.each([{}, { 'content-type': 'application/json; charset=utf-8' }, { 'content-type': 'image/jpeg' }])(
    'is accepted: %o',
    (headers) => {
      expect(isOwnWrite({ host: 'food.example', ...headers }, OURS)).toBe(true);
    },
  );

  it.each([
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a form with files', { 'content-type': 'multipart/form-data; boundary=x' }],
    ['a form of text', { 'content-type': 'Text/Plain' }],
    ['a page', { referer: 'https://elsewhere.example/' }],
    ['a typed address', { 'sec-fetch-site': 'none' }],
  ])('is refused from %s', (_what, headers) => {
    expect(isOwnWrite({ host: 'food.example', ...headers }, OURS)).toBe(false);
  });
});

it('a matching origin does not override what the browser says', () => {
  expect(siteOf({ 'sec-fetch-site': 'cross-site', origin: 'https://food.example' })).toBe('foreign');
  expect(siteOf({ 'sec-fetch-site': 'none', host: 'food.example' })).toBe('direct');
});
