import { describe, expect, it } from 'vitest';
import type { Endpoint, EndpointSpec } from './endpoint.ts';

const call = { path: '/api/notes', access: 'person', importance: 'talk' } as const;

describe('the declaration of an endpoint', () => {
  it('does not compile without what it shows or changes, or with a topic or an error that nobody knows', () => {
    // @ts-expect-error: a call that is no GET says what it changes
    const silent: Endpoint = { ...call, method: 'POST' };
    // @ts-expect-error: a GET says what it shows
    const blank: Endpoint = { ...call, method: 'GET' };
    // @ts-expect-error: no such topic
    const foreign: Endpoint = { ...call, method: 'POST', changes: ['weather'] };
    // @ts-expect-error: no such code
    const odd: EndpointSpec = { summary: '', tag: '', responses: {}, errors: { 409: ['too-cloudy'] } };
    expect([silent, blank, foreign, odd]).toHaveLength(4);
  });
});
