import * as contract from '@openlarder/domain/moderation/moderation-contract.ts';
import * as schemas from '@openlarder/domain/moderation/moderation-schemas.ts';
import type { FastifyInstance } from 'fastify';
import {
  onAccountClosed,
  onInvitationAccepted,
  onMarkLost,
  personExport,
} from '#server/features/accounts/accounts.hooks.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { FeatureModule } from '#server/platform/feature-module.ts';
import { bindEndpoints } from '#server/platform/http/bind-endpoints.ts';
import { logInvitation } from './admin/admin.service.ts';
import { blockPerson, listBlocks, unblockPerson } from './blocks/blocks.ts';
import * as moderation from './moderation.service.ts';
import { createReport, listOwnReports, reportLostMark } from './reports/create-report.ts';
import { reportMailTasks } from './reports/report-mails.ts';

export const moderationModule: FeatureModule = {
  routes: bindModerationRoutes,
  tasks: reportMailTasks,
  hooks: [
    onAccountClosed.handler(moderation.closePerson),
    onMarkLost.handler(reportLostMark),
    onInvitationAccepted.handler(logInvitation),
    personExport.handler({ name: 'moderation', read: moderation.exportPerson }),
  ],
};

function bindModerationRoutes(http: FastifyInstance, ctx: AppContext): void {
  bindEndpoints(http, contract, schemas, {
    listBlocks: ({ caller }) => listBlocks(ctx, caller),
    blockPerson: ({ caller, body }) => blockPerson(ctx, caller, body.userId),
    unblockPerson: ({ caller, params }) => unblockPerson(ctx, caller, params.userId),
    report: ({ caller, body, idempotency }) => createReport(ctx, caller, body, idempotency),
    listOwnReports: ({ caller }) => listOwnReports(ctx, caller),
    getPerson: ({ caller, params }) => moderation.getPerson(ctx, caller, params.id),
  });
}
