/** A barrier that two concurrent calls must both reach before either continues; later calls do not wait. */
export function meetingOfTwo(): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let arrived = 0;
  return () => {
    if (++arrived === 2) resolve();
    return promise;
  };
}
