import type { FastifyInstance } from 'fastify';
import { listEmployees, putEmployee, removeEmployee } from '#schemas/accounts/staff.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import * as staff from './service.ts';

export function registerStaffRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, listEmployees, async ({ caller }) => ({
    items: await staff.listEmployees(deps.db, caller.accountId),
  }));

  route(app, deps, putEmployee, async ({ caller, params, body }) =>
    staff.putEmployee(deps, caller.accountId, params.userId, body.role),
  );

  route(app, deps, removeEmployee, async ({ caller, params }) =>
    staff.removeEmployee(deps, caller.accountId, params.userId),
  );
}
