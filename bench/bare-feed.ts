// The least that could answer the feed: Fastify, the feed's own statement, and the same listings as JSON; no session,
// no checks, no presenting. A program of its own, so that both sides have a process to themselves. Arguments: the
// database's address, the port, the id of who asks, and a file with the listings to answer.
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import type { Tables } from '../server/src/db/tables.ts';
import { summaries } from '../server/src/features/accounts/people.ts';
import { selectFeed } from '../server/src/features/listings/feed.store.ts';
import { makeModeration } from '../server/src/features/moderation/moderation.service.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import { openDatabase, openPool } from '../server/src/platform/database.ts';
import { makeIds } from '../server/src/platform/ids.ts';

const [connectionString = '', port = '0', viewerId = '', answerFile = ''] = process.argv.slice(2);
const listings: unknown = JSON.parse(readFileSync(answerFile, 'utf8'));
const db = openDatabase<Tables>(openPool({ connectionString }));
const moderation = makeModeration({
  db,
  clock: systemClock,
  newId: makeIds(systemClock),
  accounts: { summaries },
  places: { endGrantsBetween: async () => {} },
});

const app = Fastify();
app.get('/', async (_request, reply) => {
  const now = systemClock.now();
  await selectFeed(db, {
    now,
    asOf: now,
    within: null,
    category: null,
    freshness: 'all',
    visibleDonor: moderation.notBlockedBetween('listing.donor_id', viewerId),
    after: null,
    limit: 24,
  });
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(listings));
});
console.log(`The bare feed is at ${await app.listen({ host: '127.0.0.1', port: Number(port) })}`);
