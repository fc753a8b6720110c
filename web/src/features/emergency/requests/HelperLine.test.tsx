import { listRequests } from '@openlarder/domain/emergency/request-contract.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { reply } from '#web/testing/api.ts';
import { renderPart } from '#web/testing/render.tsx';
import { aMatchedRequest, aRequest } from '#web/testing/samples.ts';
import { myRequestsQuery } from '../emergency.queries.ts';
import { HelperLine } from './HelperLine.tsx';

it('names who helps, and leads to the conversation', async () => {
  const request = aMatchedRequest();
  reply(listRequests, [request, aRequest()]);
  renderPart(<HelperLine />);
  const link = await screen.findByRole('link', { name: /is helping you/ });
  expect(link.getAttribute('href')).toBe(`/?tab=messages&request=${request.id}`);
  expect(screen.getByRole('status').contains(link)).toBe(true);
});

it('is silent while nobody helps, and when it is over', async () => {
  reply(listRequests, [aRequest(), { ...aMatchedRequest(), status: 'fulfilled' }]);
  const { queryClient } = renderPart(<HelperLine />);
  await waitFor(() => expect(queryClient.getQueryData(myRequestsQuery.queryKey)).toBeTruthy());
  expect(screen.queryByRole('link')).toBeNull();
});
