import { useRef } from 'react';

/** 128 random bits as hex; `crypto.randomUUID` is missing on pages served over plain http. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/**
 * Returns `keyFor(body)`: a key for one intended effect, the same for each retry of the same content and
 * another for different content. Call it when sending.
 */
export function useIdempotencyKey(): (content: unknown) => string {
  const last = useRef<{ content: string; key: string } | null>(null);
  return (content) => {
    const text = JSON.stringify(content) ?? '';
    if (last.current?.content !== text) last.current = { content: text, key: randomKey() };
    return last.current.key;
  };
}
