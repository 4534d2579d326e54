import type { ProviderUser } from '#schemas/access/clients.ts';
import {
  useDisableClientMutation,
  useEnableClientMutation,
  useEndClientRelationMutation,
  useInviteClientMutation,
  useRevokeClientInvitationsMutation,
} from '#src/api/access/clients.ts';
import { useErrorText } from '#src/api/client/useErrorText.ts';
import { useOnce } from '#src/forms/useOnce.ts';
import { toast, type ToastText } from '#src/ui/toast.ts';

/** Returns what staff do to a client's access. Each shows its outcome as a toast; true on success. */
export function useDeeds(acc: string, { userId, email }: Pick<ProviderUser, 'userId' | 'email'>) {
  const errorText = useErrorText();
  const [invite, inviting] = useInviteClientMutation();
  const [revoke, revoking] = useRevokeClientInvitationsMutation();
  const [disable, disabling] = useDisableClientMutation();
  const [enable, enabling] = useEnableClientMutation();
  const [end, ending] = useEndClientRelationMutation();
  const once = useOnce();
  const args = { acc, params: { userId } };

  async function run(call: Promise<unknown>, done: ToastText, undo?: () => void): Promise<boolean> {
    try {
      await call;
    } catch (error) {
      toast({ level: 'error', text: errorText(error) });
      return false;
    }
    const action = undo && { label: { id: 'action.undo' } as const, onClick: undo };
    toast({ level: 'success', text: done, ...(action ? { action } : {}) });
    return true;
  }

  const unlock = () => run(enable(args).unwrap(), { id: 'clients.unlocked' });
  return {
    isBusy: [inviting, revoking, disabling, enabling, ending].some(({ isLoading }) => isLoading),
    invite: () =>
      run(
        once(userId, (idempotencyKey) => invite({ ...args, body: {}, idempotencyKey }).unwrap()),
        { id: 'clients.invitedTo', values: { email } },
      ),
    revoke: () => run(revoke(args).unwrap(), { id: 'clients.revoked' }),
    lock: () => run(disable(args).unwrap(), { id: 'clients.locked' }, () => void unlock()),
    unlock,
    /** Rejects with an ApiError, which the dialog shows. */
    async end(): Promise<void> {
      await end(args).unwrap();
      toast({ level: 'success', text: { id: 'clients.ended' } });
    },
  };
}
export type Deeds = ReturnType<typeof useDeeds>;
