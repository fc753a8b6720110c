import { newAdSchema } from '@openlarder/domain/ads/ad-schemas.ts';
import { EXAMPLE_ID, EXAMPLE_NOW } from '@openlarder/domain/kernel/endpoint.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { afterAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createSetupLink } from '#server/features/accounts/auth/sign-up/first-organizer.ts';
import { updateProfile } from '#server/features/accounts/profile/profile.ts';
import { addAd } from '#server/features/ads/ads.service.ts';
import { alertExpiring } from '#server/features/expiry-alerts/alert-expiring.ts';
import { sendOnMyWayQuestions } from '#server/features/handovers/reminders/reminders.ts';
import { verifyPerson } from '#server/features/moderation/admin/admin.service.ts';
import { askAboutSurplus } from '#server/features/partners/surplus/ask-about-surplus.ts';
import { accountFixture, cookieOf, newEmail, PASSWORD } from '#server/test/account-fixture.ts';
import { CARDS, openCardProvider } from '#server/test/card-provider.ts';
import {
  answersFile,
  type DeclaredEndpoint,
  declaredEndpoints,
} from '#server/platform/http/openapi/contract-modules.ts';
import { exampleRequest, isDeclared, UNKNOWN_ID } from '#server/test/declared-endpoints.ts';
import type { TestPerson } from '#server/test/factories/people.ts';
import { openProvider } from '#server/test/identity-provider.ts';
import { codeIn, tokenIn } from '#server/test/mailbox.ts';
import { FILE, makePhotoFixture } from '#server/test/photo-fixture.ts';
import { createInvitation } from './features/accounts/trust/trust.ts';

/*
 * Sends the example of every endpoint, in a story in which each succeeds, and compares its first answer with the
 * recorded one, `<noun>-answers.json` beside the contract. Around the first call of every write it compares all GETs of
 * the caller: one that differs must show a topic that the write changes. `npx vitest run server/src/examples.test.ts -u`
 * records.
 */

const [declared, identityProvider] = await Promise.all([declaredEndpoints(), openProvider()]);
let nowMs = (): number => 0;
const cards = await openCardProvider(() => nowMs());
afterAll(() => cards.close());
const app = await accountFixture({ ...identityProvider.env, ...cards.env });
const { as, clock, ctx, db, mailbox } = app;
nowMs = () => clock.at;
const base = await app.listen();
const photos = makePhotoFixture(app, () => base);

/** The answers by contract and endpoint. */
const answers = new Map<string, Record<string, unknown>>();

/** Letters alone, written as a name: chance hardly draws one. */
const NAME = /^(?:[a-z]{2,}(?:[A-Z][a-z]{2,})*|[A-Z-]+|nX[A-Z-]+)$/;
const UUID = /^[\da-f]{8}-[\da-f]{4}-[47][\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/;

/** The same for each run: ids by their order, one item of a list, no secret and no port. */
function comparable(answer: unknown, subject: string): unknown {
  const ids = new Map([[subject, EXAMPLE_ID]]);
  const idFor = (id: string): string => {
    const known = ids.get(id) ?? EXAMPLE_ID.slice(0, -2) + String(ids.size + 1).padStart(2, '0');
    ids.set(id, known);
    return known;
  };
  const plain = (text: string): string =>
    text
      .replaceAll(/person-[\w-]+@/g, 'ana@')
      .replaceAll(/[\w-]{22,}/g, (word) =>
        UUID.test(word) ? idFor(word) : NAME.test(word) ? word : 'secret',
      )
      .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'https://provider.example');
  const visit = (value: unknown, key = ''): unknown => {
    if (typeof value === 'string') return key === 'code' ? '1234' : plain(value);
    if (Array.isArray(value)) return value.slice(0, 1).map((each) => visit(each));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, visit(each, name)]));
  };
  return visit(answer);
}

const sent = new Set<string>();

/** The id with which a call about each kind of subject was last sent. */
const subjects = new Map<string, string>();
const subjectOf = ({ access }: DeclaredEndpoint): string | undefined => access.split(' of ')[1];

/** GETs that are never the same twice, or whose files say nothing that another does not. */
const NOT_COMPARED = ['exportAccount', 'listAds', 'exportUserImpact', 'exportHandoverLog'];
const GETS = declared.filter(({ method, name }) => method === 'GET' && !NOT_COMPARED.includes(name));

type Sender = Parameters<typeof as>[0];

/** What every GET shows a person, by name. */
async function readAll(sender: Sender): Promise<Map<string, string>> {
  const read = GETS.map(async (get): Promise<[string, string]> => {
    const subject = subjectOf(get);
    const { body } = await as(sender, exampleRequest(get, (subject && subjects.get(subject)) ?? UNKNOWN_ID));
    return [get.name, body];
  });
  return new Map(await Promise.all(read));
}

/** What the last write has left, for the next of the same sender. */
let lastRead: { readonly sender: Sender; readonly read: Map<string, string>; readonly at: number } | null =
  null;

/** Every GET that a call changes for its caller shows a topic that the call changes. */
function expectTopics(
  write: DeclaredEndpoint,
  before: Map<string, string>,
  after: Map<string, string>,
): void {
  const changed = 'changes' in write ? write.changes : [];
  const unnamed = GETS.filter(
    (get) =>
      before.get(get.name) !== after.get(get.name) &&
      !('shows' in get && get.shows.some((topic) => changed.includes(topic))),
  );
  expect([write.name, ...unnamed.map(({ name }) => name)]).toEqual([write.name]);
}

type More = {
  readonly id?: string;
  readonly with?: object;
  readonly query?: object;
  readonly cookie?: string;
};

/** Sends the example of an endpoint about `id`, with what only a run knows; returns its answer. */
async function send<Answer = Record<string, unknown>>(
  name: string,
  who: TestPerson | null,
  { id = EXAMPLE_ID, with: body, query, cookie }: More = {},
): Promise<Answer> {
  const endpoint = declared.find((each) => each.name === name);
  if (!endpoint) throw new Error(`No contract declares ${name}`);
  const request = exampleRequest(endpoint, id);
  const sender = cookie === undefined ? who : { cookie };
  const subject = subjectOf(endpoint);
  if (subject !== undefined && subjects.get(subject) !== id) {
    subjects.set(subject, id);
    // the GETs are about another one from here on
    lastRead = null;
  }
  // what begins or ends a session loads the page again
  const isWrite =
    endpoint.method !== 'GET' && sender && !endpoint.path.startsWith('/api/auth/') && name !== 'closeAccount';
  const last = lastRead?.sender === sender && lastRead?.at === clock.at ? lastRead.read : undefined;
  const before = isWrite && !sent.has(name) ? (last ?? (await readAll(sender))) : null;
  if (endpoint.method !== 'GET') lastRead = null;
  // what has the same instant as before can be ordered differently
  if (isWrite) clock.forward(1);
  const response = await as(sender, {
    ...request,
    ...((body ?? request.body) && { body: { ...request.body, ...body } }),
    ...((query ?? request.query) && { query: { ...request.query, ...query } }),
  });
  const told = [name, response.statusCode, response.body];
  expect([...told, response.statusCode < 300 && isDeclared(endpoint, response)]).toEqual([...told, true]);
  const isJson = response.headers['content-type']?.toString().startsWith('application/json');
  const answer: unknown = isJson ? response.json() : response.body;
  // an answer to less than the example is not its own
  const isWhole = !Object.values({ ...body, ...query }).includes(undefined);
  // the story repeats instants, by which an export is ordered
  const isStable = name !== 'exportAccount';
  if (answer !== '' && isWhole && isStable && answers.get(endpoint.contract)?.[name] === undefined)
    answers.set(endpoint.contract, { ...answers.get(endpoint.contract), [name]: comparable(answer, id) });
  sent.add(name);
  if (before) {
    const read = await readAll(sender);
    expectTopics(endpoint, before, read);
    lastRead = { sender, read, at: clock.at };
  }
  return answer as Answer;
}

type WithId = { readonly id: string };
type Claimed = { readonly conversationId: string; readonly claim: WithId & { readonly handover: WithId } };
type Matched = WithId & {
  readonly match: { readonly conversationId: string; readonly handover: WithId };
};

async function join(firstName: string, userType: 'donor' | 'recipient' | 'volunteer'): Promise<TestPerson> {
  const person = await app.createPerson({ firstName, userType });
  await db.updateTable('person').set({ email_verified: true }).where('id', '=', person.id).execute();
  return person;
}

it('every example succeeds, with the recorded answer', async () => {
  clock.at = Date.parse(EXAMPLE_NOW);
  const [rosa, amir, nia] = [
    await join('Rosa', 'donor'),
    await join('Amir', 'recipient'),
    await join('Nia', 'recipient'),
  ];

  // visitors
  await send('getCommunity', null);
  const ad = await addAd(ctx, NEW_AD);
  await send('listAds', null);
  const { impressionId } = await send<{ impressionId: string }>('recordImpression', null, {
    id: ad,
    with: { impressionId: undefined },
  });
  await send('recordClick', null, { id: ad, with: { impressionId } });
  await send('getCommunityStats', null);
  await send('listImpactFacts', null);

  // joining
  const email = newEmail();
  const byCode = await app.signUp(email);
  await send('enterSignUpCode', null, {
    cookie: cookieOf(byCode),
    with: { code: codeIn(await mailbox.mailTo(email)) },
  });
  const second = newEmail();
  const byLink = await app.signUp(second);
  const linkToken = tokenIn(await mailbox.mailTo(second), 'sign-up');
  await send('openSignUpLink', null, { cookie: cookieOf(byLink), with: { token: linkToken } });
  await send('signUp', null);
  await send('signIn', null, { with: { email: second, password: PASSWORD } });
  await send('signInWithProvider', null);
  await send('requestPasswordReset', null);
  await send('resetPassword', null, { with: { token: await app.resetToken(second) } });
  const late = await app.unverified();
  await send('sendVerificationMail', null, { cookie: late.cookie });
  await send('verifyEmail', null, {
    cookie: late.cookie,
    with: { token: tokenIn(await mailbox.mailTo(late.email), 'verify') },
  });

  // the own account
  await send('updateProfile', amir, {
    with: { ...NO_ORGANIZATION, userType: 'recipient' },
  });
  await updateProfile(ctx, rosa.caller, { firstName: 'Rosa', lastName: 'Diaz', ...HOME });
  await send('getUser', amir);
  await send('getArea', amir);
  await send('listSessions', amir);
  await send('getNotificationSettings', amir);
  await send('updateNotificationSettings', amir);
  await send('getHelpOffer', nia);
  await send('putHelpOffer', nia);

  // food
  await send('getListingLimits', rosa);
  const { uploadURL } = await send<{ uploadURL: string }>('requestUpload', rosa);
  const address = new URL(uploadURL, base);
  expect((await photos.put(rosa, address.pathname + address.search, FILE)).status).toBe(204);
  await send('storePhoto', rosa, { with: { imageURL: uploadURL } });
  const { id: soup } = await send<WithId>('createListing', rosa);
  const { id: bread } = await send<WithId>('createListing', rosa);
  await send('changeListing', rosa, { id: soup });
  await send('getListing', amir, { id: soup });
  await send('listListings', amir, { query: { donorId: rosa.id } });
  await send('listClusters', amir);
  await send('listRecommendations', amir);
  await send('dismissMatch', amir, { id: bread });
  await send('restoreMatch', amir, { id: bread });
  await alertExpiring(ctx);
  await send('listExpiringSoon', amir);
  const [alert] = await send<readonly WithId[]>('listExpiryAlerts', rosa);
  await send('acknowledgeExpiryAlert', rosa, { id: alert?.id ?? '' });
  await send('tellNeighbors', rosa, { id: bread });
  await send('withdrawListing', rosa, { id: bread });
  await send('resumeListing', rosa, { id: bread });
  await send('withdrawListing', rosa, { id: bread });
  await send('getPerson', amir, { id: rosa.id });
  await send('listUserListings', amir, { id: rosa.id });

  // a claim
  await send('getClaimLimits', amir);
  const { claim, conversationId } = await send<Claimed>('claimListing', amir, { id: soup });
  const handover = { id: claim.handover.id };
  await send('listClaims', amir);
  await send('getHandover', amir, handover);
  await send('listConversations', amir);
  await send('sendMessage', amir, { id: conversationId, with: { photo: null } });
  await send('listMessages', rosa, { id: conversationId });
  await send('readConversation', rosa, { id: conversationId });
  await send('proposeTime', amir, handover);
  await send('acceptTime', rosa, handover);
  await send('revealAddress', rosa, { id: conversationId, with: OWN_ADDRESS });
  await send('getPickupCalendar', amir, handover);
  const { url } = await send<{ url: string }>('createCalendarFeed', amir);
  await send('getCalendarFeed', amir);
  await send('readCalendarFeed', null, { id: /calendar\/([^/]+)\//.exec(url)?.[1] ?? '' });
  await send('revokeCalendarFeed', amir);
  clock.at = Date.parse(EXAMPLE_NOW) + 1.5 * HOUR_MS;
  await send('confirmComing', amir, handover);
  clock.at = Date.parse(EXAMPLE_NOW) + 2 * HOUR_MS;
  await send('sayOnMyWay', amir, handover);
  const { code } = await send<{ code: string }>('getHandover', amir, handover);
  await send('completeHandover', rosa, { ...handover, with: { code } });
  await send('thankForHandover', amir, handover);
  await send('tellName', amir, handover);
  await send('disputeHandover', amir, handover);

  // claims that end otherwise
  clock.at = Date.parse(EXAMPLE_NOW);
  const again = async (): Promise<Claimed> => {
    const { id } = await send<WithId>('createListing', rosa);
    return send<Claimed>('claimListing', nia, { id });
  };
  await send('releaseHandover', nia, { id: (await again()).claim.handover.id });
  const missed = await again();
  await send('revealAddress', rosa, { id: missed.conversationId, with: OWN_ADDRESS });
  clock.at = Date.parse(EXAMPLE_NOW) + 8.5 * HOUR_MS;
  await sendOnMyWayQuestions(ctx);
  clock.forward(HOUR_MS);
  await send('reportNoShow', rosa, { id: missed.claim.handover.id });

  // requests for food
  clock.at = Date.parse(EXAMPLE_NOW);
  await send('getRequestLimits', nia);
  await send('getRequestArea', nia);
  const { id: request } = await send<WithId>('createRequest', nia, { with: NEARBY });
  await send('listActiveRequests', rosa);
  await send('getRequest', rosa, { id: request });
  const { match } = await send<Matched>('matchRequest', rosa, { id: request });
  await send('listRequests', rosa);
  await send('revealAddress', nia, { id: match.conversationId, with: { meetingPoint: 'At the library' } });
  await send('cancelRequest', nia, { id: request });
  const { id: other } = await send<WithId>('createRequest', amir, { with: NEARBY });
  await send('blockRequester', rosa, { id: other });

  // what others see, and what came of it
  await send('listActivity', amir);
  await send('listUserActivity', amir, { id: amir.id });
  await send('getUserImpact', rosa);
  await send('exportUserImpact', rosa);
  await send('exportHandoverLog', rosa);
  await send('getUserStats', rosa);
  await send('listBadges', rosa);
  await send('listUserBadges', rosa);
  await send('getMonthlyLeaderboard', rosa);
  await send('getAllTimeLeaderboard', rosa);
  await send('getLeaderboardMonths', rosa);
  const [notification] = await send<readonly WithId[]>('listNotifications', rosa);
  await send('readNotifications', rosa, { id: notification?.id ?? '' });

  // donating
  const { donationId, clientSecret } = await send<{ donationId: string; clientSecret: string }>(
    'createPaymentIntent',
    amir,
  );
  cards.confirm(clientSecret.split('_secret_')[0] ?? '', CARDS.good);
  await send('refreshDonation', amir, { id: donationId });
  await send('listDonations', amir);
  await send('getDonationStats', amir);
  await send('getCommunityDonations', amir);

  // organizations
  await updateProfile(ctx, rosa.caller, {
    organizationName: 'Blue Door',
    organizationType: 'bakery',
    location: '5 Elm Street, Midtown',
    ...NEARBY,
  });
  await verifyPerson(ctx, rosa.id);
  await send('putOpeningHours', rosa);
  await send('getOpeningHours', rosa);
  await send('getPartner', amir, { id: rosa.id });
  const { id: surplus } = await send<WithId>('createSurplus', rosa, { with: { listingId: null } });
  await send('changeSurplus', rosa, { id: surplus, with: { listingId: null } });
  await send('listSurplus', rosa);
  await send('setDayOff', rosa, { id: surplus, with: { isOff: false } });
  clock.at = Date.parse('2026-05-04T20:00:00Z');
  await askAboutSurplus(ctx);
  const [question] = await send<readonly WithId[]>('listSurplusQuestions', rosa);
  await send('answerSurplusQuestion', rosa, { id: question?.id ?? '' });
  await send('pauseSurplus', rosa, { id: surplus });
  await send('deleteSurplus', rosa, { id: surplus });

  // keeping apart, and leaving
  await send('report', amir, { id: conversationId });
  await send('listOwnReports', amir);
  await send('blockPerson', amir, { id: rosa.id });
  await send('listBlocks', amir);
  await send('unblockPerson', amir, { id: rosa.id });
  await send('exportAccount', nia);
  const { email: moved, cookie } = await app.joined();
  await send('changePassword', null, { cookie, with: { currentPassword: PASSWORD } });
  await app.signIn(moved, PASSWORD);
  await send('endSession', null, { cookie, id: await otherSessionOf(cookie) });
  await send('signOutEverywhere', null, { cookie });
  const leaving = await app.joined();
  await send('closeAccount', null, { cookie: leaving.cookie, with: { password: PASSWORD } });

  // takes three known people's complaints: request-complaints.test.ts
  sent.add('appealRequestLimit');
  // what needs no story: writes first, so that there is something to read
  const invitation = new URL(await createInvitation(ctx)).searchParams.get('returnTo') ?? '';
  await send('acceptInvitation', await join('Sam', 'volunteer'), {
    with: { token: invitation.replace('/?invitation=', '') },
  });
  const setupLink = await createSetupLink(ctx);
  const token = new URL(setupLink ?? '').hash.slice(1);
  const SETUP = ['openSetup', 'findTowns', 'setUp'];
  for (const name of SETUP) sent.add(name);
  const simple = declared.filter(({ name }) => !sent.has(name));
  for (const endpoint of simple.toSorted((a, b) => Number(a.method === 'GET') - Number(b.method === 'GET')))
    await send(endpoint.name, rosa, { id: subjects.get(subjectOf(endpoint) ?? '') ?? EXAMPLE_ID });
  // last: it decides where the community is
  for (const name of SETUP) await send(name, null, { with: { token } });
  expect(declared.map(({ name }) => name).filter((name) => !sent.has(name))).toEqual([]);
  for (const [contract, recorded] of answers)
    await expect(`${JSON.stringify(recorded, null, 2)}\n`).toMatchFileSnapshot(answersFile(contract));
}, 300_000);

const NO_ORGANIZATION = { organizationName: null, organizationType: undefined, location: undefined };
/** The address of the listing, which its giver need not name. */
const OWN_ADDRESS = {
  meetingPoint: undefined,
  address: undefined,
  latitude: undefined,
  longitude: undefined,
};
const NEARBY = { latitude: 40.758, longitude: -73.9855 };
const HOME = { ...NEARBY, address: '12 Elm Street', areaLabel: 'Midtown' };
const NEW_AD = z.parse(newAdSchema, {
  location: 'home-page',
  adType: 'card',
  adCategory: 'community_building',
  title: 'Lend a hand on Saturday',
  description: 'We sort donations from ten to noon.',
  ctaText: 'Join us',
});

async function otherSessionOf(cookie: string): Promise<string> {
  const answer = await as({ cookie }, { url: '/api/auth/sessions' });
  const sessions = answer.json<readonly { readonly id: string; readonly isCurrent: boolean }[]>();
  return sessions.find(({ isCurrent }) => !isCurrent)?.id ?? '';
}
