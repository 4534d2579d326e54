import type { Meta, StoryObj } from '@storybook/react-vite';
import { provide } from '#src/engine/react/services/services.ts';
import { UploadRefused, uploads, type Uploads } from '#src/engine/react/services/uploads.ts';
import { idleUploads, TestForm } from '#src/engine/testing/TestForm.tsx';
import { findExperts } from '#widgets/gutachterchoice/service.ts';
import { listInsurances } from '#widgets/rechtsschutzformular/service.ts';

/** Elements with requests to the server: loading, failed and without results. */
const meta = {
  title: 'Engine/Elements that ask',
  component: TestForm,
  args: {
    elements: [{ id: 'expert', type: 'gutachterchoice', label: 'Gutachter in Ihrer Nähe' }],
    initial: { expert: { postalCode: '20259' } },
  },
} satisfies Meta<typeof TestForm>;
export default meta;
type Story = StoryObj<typeof meta>;

const never = () => new Promise<never>(() => undefined);
const fails = async () => {
  throw new Error('no net');
};

export const Experts: Story = {};
export const ExpertsSearching: Story = { args: { services: [provide(findExperts, never)] } };
export const ExpertsNobodyKnown: Story = {
  args: { services: [provide(findExperts, async () => [])] },
};
export const ExpertsFailed: Story = { args: { services: [provide(findExperts, fails)] } };

const insurance = [
  { id: 'insurance', type: 'rechtsschutzformular', label: 'Rechtsschutzversicherung' },
];
export const InsurersOffered: Story = {
  args: { elements: insurance },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByRole('combobox'), 'hans');
    await userEvent.keyboard('{ArrowDown}');
  },
};
export const InsurersFailed: Story = {
  args: { elements: insurance, services: [provide(listInsurances, fails)] },
};

const upload = (uploadFile: Uploads['uploadFile']): Story => ({
  args: {
    elements: [{ id: 'photos', type: 'file', label: 'Fotos und Unterlagen' }],
    services: [provide(uploads, { ...idleUploads, uploadFile })],
  },
  play: async ({ canvas, userEvent }) =>
    userEvent.upload(await canvas.findByTestId('pick-photos'), [
      new File(['x'.repeat(300_000)], 'Kostenvoranschlag der Werkstatt.pdf'),
    ]),
});
export const UploadRuns = upload((file, { onProgress }) => {
  onProgress(file.size / 2);
  return never();
});
export const UploadWaitsForNet = upload(async () => {
  throw new UploadRefused('Wir erreichen den Server gerade nicht.', 'whenOnline');
});
