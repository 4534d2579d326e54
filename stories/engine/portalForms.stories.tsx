import type { Meta, StoryObj } from '@storybook/react-vite';
import { styled } from '@linaria/react';
import { useState } from 'react';
import { expect, fireEvent, fn, waitFor } from 'storybook/test';
import activation from '#schemas/ownForms/activation.json';
import addPasskey from '#schemas/ownForms/addPasskey.json';
import changePassword from '#schemas/ownForms/changePassword.json';
import confirmPassword from '#schemas/ownForms/confirmPassword.json';
import enterPin from '#schemas/ownForms/enterPin.json';
import forgotPassword from '#schemas/ownForms/forgotPassword.json';
import forgotUsername from '#schemas/ownForms/forgotUsername.json';
import language from '#schemas/ownForms/language.json';
import login from '#schemas/ownForms/login.json';
import newMessage from '#schemas/ownForms/newMessage.json';
import client from '#schemas/ownForms/client.json';
import notifications from '#schemas/ownForms/notifications.json';
import contactCode from '#schemas/ownForms/contactCode.json';
import ownDetails from '#schemas/ownForms/ownDetails.json';
import ownEmail from '#schemas/ownForms/ownEmail.json';
import ownMobile from '#schemas/ownForms/ownMobile.json';
import profilePicture from '#schemas/ownForms/profilePicture.json';
import recoveryCode from '#schemas/ownForms/recoveryCode.json';
import registrationPassword from '#schemas/ownForms/registrationPassword.json';
import registrationUsername from '#schemas/ownForms/registrationUsername.json';
import resetPassword from '#schemas/ownForms/resetPassword.json';
import secondFactor from '#schemas/ownForms/secondFactor.json';
import support from '#schemas/ownForms/support.json';
import { localize, type Language } from '#schemas/platform/common.ts';
import type { FormContent } from '#schemas/forms/forms.ts';
import { provide } from '#src/engine/react/services/services.ts';
import { uploads } from '#src/engine/react/services/uploads.ts';
import { createTestEngine, idleUploads, TestForm } from '#src/engine/testing/TestForm.tsx';
import { checkUsername } from '#widgets/username/service.ts';

type PortalFormProps = {
  content: FormContent;
  language: Language;
  initial?: Record<string, unknown>;
  onSubmit: () => void;
};

const Column = styled.div`
  max-width: 35rem;
`;

const takenName = 'j.wieland';

const services = [
  provide(checkUsername, async (username: string) => ({ isValid: username !== takenName })),
  provide(uploads, {
    ...idleUploads,
    uploadFile: async (file: File) => ({
      fileuploadId: 'kUn4yQ2mT7wXsBv9',
      fileName: file.name,
      fileExtension: 'jpg',
      size: file.size,
      hasThumbnail: true,
    }),
  }),
];

/** Renders one of the portal's own forms as its screen does. */
function PortalForm({ content, language, initial = {}, onSubmit }: PortalFormProps) {
  const [engine] = useState(() =>
    createTestEngine(content.formElements ?? [], initial, {
      username: takenName,
      email: 'jonas@example.com',
    }),
  );
  return (
    <Column>
      <TestForm
        engine={engine}
        language={language}
        services={services}
        onSubmit={onSubmit}
        submitLabel={localize(content.submitLabel ?? content.title, language)}
        header={
          <header>
            <h1>{localize(content.title, language)}</h1>
            {content.description && <p>{localize(content.description, language)}</p>}
            <br />
          </header>
        }
      />
    </Column>
  );
}

/** The portal's own forms: the same engine, with element types that providers cannot use. */
const meta = {
  title: 'Engine/Portal forms',
  component: PortalForm,
  args: { content: login, language: 'de', onSubmit: fn() },
} satisfies Meta<typeof PortalForm>;
export default meta;
type Story = StoryObj<typeof meta>;

const inEnglish = (story: Story): Story => ({
  ...story,
  args: { ...story.args, language: 'en' },
  globals: { language: 'en' },
});

export const Login: Story = {};
export const LoginEnglish = inEnglish(Login);
export const LoginEmpty: Story = {
  play: async ({ canvas, userEvent }) =>
    userEvent.click(await canvas.findByRole('button', { name: 'Anmelden' })),
};

export const RegistrationUsername: Story = { args: { content: registrationUsername } };
export const UsernameTaken: Story = {
  args: { content: registrationUsername },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByRole('textbox'), takenName);
    await userEvent.tab();
    await waitFor(() =>
      expect(canvas.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true'),
    );
  },
};
export const UsernameFree: Story = {
  args: { content: registrationUsername },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByRole('textbox'), 'jonas.w');
    await userEvent.tab();
    await expect(await canvas.findByText('Dieser Benutzername ist frei.')).toBeVisible();
  },
};

/** Types a password and waits for the rating of the worker. */
const strength = (password: string, word: string): Story => ({
  args: { content: registrationPassword },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(
      await canvas.findByLabelText(/^Passwort(?! w)/, { selector: 'input' }),
      password,
    );
    await waitFor(() => expect(canvas.getByText(word, { selector: 'strong' })).toBeVisible());
  },
});
export const RegistrationPassword: Story = { args: { content: registrationPassword } };
export const PasswordWeak = strength('passwort1', 'schwach');
export const PasswordFair = strength('Geheim-99', 'mäßig');
export const PasswordGood = strength('Fahrrad-im-Regen', 'gut');
export const PasswordStrong = strength('Fahrrad-im-Regen-7', 'sehr gut');
export const PasswordsDiffer: Story = {
  args: {
    content: registrationPassword,
    initial: { password: { password: 'Fahrrad-im-Regen', repeated: 'Fahrrad-im' } },
  },
  play: async ({ canvas, userEvent }) =>
    userEvent.click(await canvas.findByRole('button', { name: 'Registrierung abschließen' })),
};

export const EnterPin: Story = { args: { content: enterPin } };
export const PinHalf: Story = {
  args: { content: enterPin, initial: { password: '407' } },
  play: async ({ canvas, userEvent }) => userEvent.click(await canvas.findByLabelText(/Ihre PIN/)),
};
export const PinIncomplete: Story = {
  ...PinHalf,
  play: async ({ canvas, userEvent }) =>
    userEvent.click(await canvas.findByRole('button', { name: 'Mit PIN anmelden' })),
};
export const SecondFactor: Story = { args: { content: secondFactor } };
export const RecoveryCode: Story = { args: { content: recoveryCode } };
export const AddPasskey: Story = { args: { content: addPasskey } };
export const ConfirmPassword: Story = { args: { content: confirmPassword } };

export const ForgotUsername: Story = { args: { content: forgotUsername } };
export const ForgotPassword: Story = { args: { content: forgotPassword } };
export const ResetPassword: Story = { args: { content: resetPassword } };
export const ChangePassword: Story = { args: { content: changePassword } };
export const ChangePasswordEnglish = inEnglish(ChangePassword);
export const Support: Story = { args: { content: support } };
export const Activation: Story = { args: { content: activation } };
export const NewMessage: Story = { args: { content: newMessage } };

export const ClientOfAFirm: Story = { args: { content: client as FormContent } };
export const OwnEmail: Story = { args: { content: ownEmail } };
export const OwnMobile: Story = { args: { content: ownMobile } };
export const ContactCode: Story = { args: { content: contactCode } };
export const OwnDetails: Story = { args: { content: ownDetails } };
export const Notifications: Story = {
  args: { content: notifications, initial: { kinds: ['message'], rhythm: 'daily' } },
};
export const LanguageChoice: Story = { args: { content: language } };

/** Makes an upright phone photo, red above blue. */
async function photo(): Promise<File> {
  const canvas = new OffscreenCanvas(600, 900);
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser cannot draw');
  pen.fillStyle = '#c03020';
  pen.fillRect(0, 0, 600, 450);
  pen.fillStyle = '#2040a0';
  pen.fillRect(0, 450, 600, 450);
  return new File([await canvas.convertToBlob({ type: 'image/png' })], 'ich.PNG', {
    type: 'image/png',
  });
}

export const ProfilePicture: Story = { args: { content: profilePicture } };
export const PictureRefused: Story = {
  args: { content: profilePicture },
  play: async ({ canvas }) => {
    await fireEvent.change(await canvas.findByTestId('pick-UploadId'), {
      target: { files: [new File(['%PDF'], 'ich.pdf')] },
    });
    await expect(await canvas.findByRole('alert')).toHaveTextContent(
      'Wählen Sie ein Bild als JPG, PNG, WebP, AVIF oder GIF.',
    );
  },
};
export const PictureCrop: Story = {
  args: { content: profilePicture },
  play: async ({ canvas, userEvent }) => {
    await userEvent.upload(await canvas.findByTestId('pick-UploadId'), await photo());
    await expect(await canvas.findByRole('slider', { name: /Vergrößern/ })).toBeVisible();
    const readScale = (name: RegExp) =>
      ['min', 'max', 'step'].map((end) => canvas.getByRole('slider', { name }).getAttribute(end));
    await expect([readScale(/Vergrößern/), readScale(/Drehen/)]).toEqual([
      ['1', '3', '0.1'],
      ['0', '360', '1'],
    ]);
  },
};
/** Four buttons move the picture up to its edge, without dragging. */
export const PictureMovedByButtons: Story = {
  args: { content: profilePicture },
  play: async (stage) => {
    const { canvas, userEvent } = stage;
    await PictureCrop.play?.(stage);
    await fireEvent.input(canvas.getByRole('slider', { name: /Vergrößern/ }), {
      target: { value: '2' },
    });
    const place = () =>
      canvas.getByTestId('cropper').parentElement?.querySelector('img')?.style.transform;
    const middle = place();
    const press = (name: string, times = 1) =>
      Array.from({ length: times }).reduce<Promise<void>>(async (before) => {
        await before;
        await userEvent.click(canvas.getByRole('button', { name }));
      }, Promise.resolve());
    await press('Nach links');
    await expect(place()).not.toBe(middle);
    await press('Nach rechts');
    await expect(place()).toBe(middle);
    await press('Nach oben', 20);
    const edge = place();
    await press('Nach oben');
    await expect(place()).toBe(edge);
    await press('Nach unten');
    await expect(place()).not.toBe(edge);
  },
};
/** Moves, scales and rotates by keyboard; the uploaded picture is shown. */
export const PictureTaken: Story = {
  args: { content: profilePicture },
  play: async (stage) => {
    const { canvas, userEvent } = stage;
    await PictureCrop.play?.(stage);
    await fireEvent.input(canvas.getByRole('slider', { name: /Vergrößern/ }), {
      target: { value: '2' },
    });
    await fireEvent.input(canvas.getByRole('slider', { name: /Drehen/ }), {
      target: { value: '90' },
    });
    await waitFor(() => expect(canvas.getByText('2-fach')).toBeVisible());
    canvas.getByTestId('cropper').focus();
    await userEvent.keyboard('{ArrowUp}{ArrowLeft}');
    await userEvent.click(canvas.getByRole('button', { name: 'Bild übernehmen' }));
    const shown = await canvas.findByRole<HTMLImageElement>('img', { name: 'Ihr Profilbild' });
    await waitFor(() => expect(shown.naturalWidth).toBeGreaterThan(100));
    await expect([shown.naturalWidth <= 512, shown.naturalWidth === shown.naturalHeight]).toEqual([
      true,
      true,
    ]);
  },
};
