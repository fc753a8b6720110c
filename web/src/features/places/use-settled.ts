import { useEffect, useState } from 'react';

/** The value once it has been still for `stillMs` milliseconds: what moves on every key is not asked about on every key. */
export function useSettled<T>(value: T, stillMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), stillMs);
    return () => clearTimeout(timer);
  }, [value, stillMs]);
  return settled;
}
