import * as contract from '@openlarder/domain/leaderboard/leaderboard-contract.ts';
import * as schemas from '@openlarder/domain/leaderboard/leaderboard-schemas.ts';
import * as recognition from '@openlarder/domain/recognition/recognition-contract.ts';
import * as recognitionSchemas from '@openlarder/domain/recognition/recognition-schemas.ts';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/platform/app-context.ts';
import type { FeatureModule } from '#server/platform/feature-module.ts';
import { bindEndpoint, reply } from '#server/platform/http/bind-endpoint.ts';
import * as leaderboard from './leaderboard.service.ts';

function bindLeaderboardRoutes(http: FastifyInstance, ctx: AppContext): void {
  bindEndpoint(http, recognition.getUserStats, recognitionSchemas.getUserStatsSpec, async ({ caller }) =>
    reply(200, await leaderboard.getUserStats(ctx, caller)),
  );
  bindEndpoint(
    http,
    contract.getMonthlyLeaderboard,
    schemas.getMonthlyLeaderboardSpec,
    async ({ caller, query }) => reply(200, await leaderboard.getMonthlyLeaderboard(ctx, caller, query)),
  );
  bindEndpoint(
    http,
    contract.getAllTimeLeaderboard,
    schemas.getAllTimeLeaderboardSpec,
    async ({ caller, query }) => reply(200, await leaderboard.getAllTimeLeaderboard(ctx, caller, query)),
  );
  bindEndpoint(http, contract.getLeaderboardMonths, schemas.getLeaderboardMonthsSpec, async () =>
    reply(200, await leaderboard.getLeaderboardMonths(ctx)),
  );
}

export const leaderboardModule: FeatureModule = { routes: bindLeaderboardRoutes };
