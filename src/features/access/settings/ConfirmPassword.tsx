import { styled } from '@linaria/react';
import { Suspense, useRef, type ReactNode } from 'react';
import { isFinal } from '#src/api/client/errors.ts';
import { PortalForm, type PortalFormHandle } from '#src/forms/PortalForm.tsx';

const Frame = styled.div`
  display: grid;
  gap: var(--s-4);
`;

/** Asks for the password before a login setting changes. A refusal clears the field. */
export function ConfirmPassword({
  submitLabel,
  onPassword,
  children,
}: {
  submitLabel: string;
  onPassword: (password: string) => Promise<void>;
  children: ReactNode;
}) {
  const form = useRef<PortalFormHandle>(null);
  async function submit({ password }: Record<string, unknown>): Promise<void> {
    try {
      await onPassword(String(password));
    } catch (error) {
      if (isFinal(error)) form.current?.clear('password');
      throw error;
    }
  }
  return (
    <Frame>
      {children}
      <Suspense>
        <PortalForm
          ref={form}
          name="confirmPassword"
          focusOn="password"
          submitLabel={submitLabel}
          submitIcon={null}
          onSubmit={submit}
        />
      </Suspense>
    </Frame>
  );
}
