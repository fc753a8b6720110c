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
import { bindEndpoint, reply } from '#server/platform/http/bind-endpoint.ts';
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
  bindEndpoint(http, contract.listBlocks, schemas.listBlocksSpec, async ({ caller }) =>
    reply(200, await listBlocks(ctx, caller)),
  );
  bindEndpoint(http, contract.blockPerson, schemas.blockPersonSpec, async ({ caller, body }) => {
    await blockPerson(ctx, caller, body.userId);
    return reply(204, null);
  });
  bindEndpoint(http, contract.unblockPerson, schemas.unblockPersonSpec, async ({ caller, params }) => {
    await unblockPerson(ctx, caller, params.userId);
    return reply(204, null);
  });
  bindEndpoint(http, contract.report, schemas.reportSpec, async ({ caller, body, idempotency }) =>
    reply(201, await createReport(ctx, caller, body, idempotency)),
  );
  bindEndpoint(http, contract.listOwnReports, schemas.listOwnReportsSpec, async ({ caller }) =>
    reply(200, await listOwnReports(ctx, caller)),
  );
  bindEndpoint(http, contract.getPerson, schemas.getPersonSpec, async ({ caller, params }) =>
    reply(200, await moderation.getPerson(ctx, caller, params.id)),
  );
}
