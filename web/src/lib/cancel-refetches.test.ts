import { QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { cancelRefetches, createQueryClient } from './query-client.ts';
import { withResolvers } from '#web/testing/with-resolvers.ts';

const queryKey = ['/api/here'];

/** A query whose answer comes when `answer` is called. */
function setUp() {
  const queryClient = createQueryClient();
  const { promise, resolve } = withResolvers<string>();
  const stop = new QueryObserver(queryClient, { queryKey, queryFn: () => promise }).subscribe(() => {});
  const answer = async (): Promise<unknown> => {
    resolve('before the change');
    await promise;
    await new Promise((done) => setTimeout(done));
    stop();
    return queryClient.getQueryData(queryKey);
  };
  return { queryClient, answer };
}

it('an answer from before a change does not overwrite it', async () => {
  const { queryClient, answer } = setUp();
  queryClient.setQueryData(queryKey, 'shown');
  void queryClient.refetchQueries({ queryKey });
  cancelRefetches(queryClient, { queryKey });
  queryClient.setQueryData(queryKey, 'changed');
  expect(await answer()).toBe('changed');
});

it('queries without data keep loading', async () => {
  const { queryClient, answer } = setUp();
  cancelRefetches(queryClient, { queryKey });
  expect(await answer()).toBe('before the change');
});

it('only the named queries are cancelled', async () => {
  const { queryClient, answer } = setUp();
  queryClient.setQueryData(queryKey, 'shown');
  void queryClient.refetchQueries({ queryKey });
  cancelRefetches(queryClient, { queryKey, predicate: () => false });
  expect(await answer()).toBe('before the change');
});
