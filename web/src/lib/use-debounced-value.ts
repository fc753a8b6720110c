import { useEffect, useState } from 'react';

/** The value once it has not changed for `stillMs` milliseconds. */
export function useDebouncedValue<T>(value: T, stillMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), stillMs);
    return () => clearTimeout(timer);
  }, [value, stillMs]);
  return settled;
}
