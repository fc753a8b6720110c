import { useRef } from 'react';

/** 128 random bits as hex; `crypto.randomUUID` is missing where a community is reached over plain http. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/**
 * A key that names one intended effect: the same for every retry of the same content, another as soon as the
 * content changes. `keyFor(body)` is called when sending.
 */
export function useIdempotencyKey(): (content: unknown) => string {
  const last = useRef<{ content: string; key: string } | null>(null);
  return (content) => {
    const text = JSON.stringify(content) ?? '';
    if (last.current?.content !== text) last.current = { content: text, key: randomKey() };
    return last.current.key;
  };
}
