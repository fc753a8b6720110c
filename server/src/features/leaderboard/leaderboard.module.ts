import * as contract from '@openlarder/domain/leaderboard/leaderboard-contract.ts';
import * as schemas from '@openlarder/domain/leaderboard/leaderboard-schemas.ts';
import { getUserStats } from '@openlarder/domain/recognition/recognition-contract.ts';
import * as recognitionSchemas from '@openlarder/domain/recognition/recognition-schemas.ts';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/platform/app-context.ts';
import type { FeatureModule } from '#server/platform/feature-module.ts';
import { bindEndpoints } from '#server/platform/http/bind-endpoints.ts';
import * as leaderboard from './leaderboard.service.ts';

function bindLeaderboardRoutes(http: FastifyInstance, ctx: AppContext): void {
  bindEndpoints(http, { getUserStats }, recognitionSchemas, {
    getUserStats: ({ caller }) => leaderboard.getUserStats(ctx, caller),
  });
  bindEndpoints(http, contract, schemas, {
    getMonthlyLeaderboard: ({ caller, query }) => leaderboard.getMonthlyLeaderboard(ctx, caller, query),
    getAllTimeLeaderboard: ({ caller, query }) => leaderboard.getAllTimeLeaderboard(ctx, caller, query),
    getLeaderboardMonths: () => leaderboard.getLeaderboardMonths(ctx),
  });
}

export const leaderboardModule: FeatureModule = { routes: bindLeaderboardRoutes };
