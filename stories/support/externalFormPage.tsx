import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { saveDraft } from '#src/device/indexedDb/draftStorage.ts';
import { ExternalFormPage } from '#src/features/forms/assistants/ExternalFormPage.tsx';
import { LanguageChoice } from '#src/locale/LanguageChoice.tsx';
import { paths } from '#src/routing/paths.ts';
import { session } from './accidentReport.ts';

/** A public form at its address. `form` is the key of its draft. */
export const StoryFormPage = ({ form }: { form: string }) => (
  <MemoryRouter initialEntries={[paths.externalForm(form)]}>
    <Routes>
      <Route
        path="/externalform/:processGuid"
        element={<ExternalFormPage languageChoice={<LanguageChoice />} notFound={null} />}
      />
    </Routes>
  </MemoryRouter>
);

/** Stores a draft with one answer. */
export async function saveStoryDraft(form: string): Promise<void> {
  const { workflowKey } = session;
  const firstName = { value: 'Jonas', at: 1, workflowKey, revision: 1, type: '', question: '' };
  await saveDraft({ form, round: 0 }, { workflowKey, revision: 1, changes: { firstName } });
}
