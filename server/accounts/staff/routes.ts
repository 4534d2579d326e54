import type { FastifyInstance } from 'fastify';
import {
  getStaffRules,
  listEmployees,
  putEmployee,
  removeEmployee,
  setStaffRules,
} from '#schemas/accounts/staff.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import * as staff from './service.ts';

export function registerStaffRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, listEmployees, async ({ caller }) => ({
    items: await staff.listEmployees(deps.db, caller.accountId),
  }));

  route(app, deps, putEmployee, async ({ caller, params, body }) =>
    staff.putEmployee(deps, caller, params.userId, body.role),
  );

  route(app, deps, getStaffRules, async ({ caller }) =>
    staff.getStaffRules(deps, caller.accountId),
  );

  route(app, deps, setStaffRules, async ({ caller, body }) =>
    staff.setStaffRules(deps, caller.accountId, body),
  );

  route(app, deps, removeEmployee, async ({ caller, params }) =>
    staff.removeEmployee(deps, caller, params.userId),
  );
}
