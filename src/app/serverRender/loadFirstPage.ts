import { listChildren, listElements } from '#schemas/forms/forms.ts';
import { isVisitorsPage, type VisitorsPage } from '#schemas/platform/visitorsPages.ts';
import type { AccessPageData } from '#schemas/access/accessPages.ts';
import type { RootData } from '#src/app/Root.tsx';
import type { FirstBrand } from '#src/brands/firstBrand.ts';
import { registerViews } from '#src/engine/react/context/loadViews.ts';
import { portalForms } from '#src/forms/portalForms.ts';
import { loadGroupedViews } from '#widgets/loadGroupedViews.ts';
import { portalRegistry } from '#widgets/portalRegistry.ts';
import { portalPages } from './portalPages.ts';

const loadFormPage = () => import('#src/features/forms/assistants/ExternalFormPage.tsx');

/** In a table: the minifier merges `a ? import(b) : import(c)`, and both would preload b. */
const loadVisitorsPage: Readonly<Record<VisitorsPage, () => Promise<unknown>>> = {
  form: loadFormPage,
  closed: loadFormPage,
  answered: loadFormPage,
  pin: () =>
    Promise.all([
      loadFormPage(),
      import('#src/features/forms/assistants/PinPage.tsx'),
      portalForms.load('enterPin'),
    ]),
  sent: () => import('#src/features/forms/assistants/SucceedPage.tsx'),
};

/** Loads the brand of a page before the login. */
async function loadBrandOf(
  { invited, language }: AccessPageData,
  host: string,
): Promise<FirstBrand | undefined> {
  const { loadFirstBrand } = await import('#src/brands/loadBrand.ts');
  return loadFirstBrand(host, invited?.invitation.uniqueAccountKey, language);
}

/**
 * Loads the code of the page that the server has rendered, before it is hydrated: a part that
 * arrives later could be overtaken by an update, and React would replace the HTML. Returns the
 * brand of the page.
 */
export async function loadFirstPage(
  rendered = 'form',
  { form: formPage, answered, access }: RootData,
  host = globalThis.location?.hostname ?? '',
): Promise<FirstBrand | undefined> {
  const brand = access && loadBrandOf(access, host);
  const shown = formPage?.opening.formElement ?? answered?.unsent?.formElement;
  const elements = shown ? listElements(shown) : [];
  const types = elements.flatMap((element) => [element, ...listChildren(element)]);
  const page = portalPages[rendered];
  const loadPage = isVisitorsPage(rendered) ? loadVisitorsPage[rendered] : page?.load;
  const loaded = (loadPage ?? loadFormPage)();
  registerViews(portalRegistry, await loadGroupedViews(types.map(({ type }) => type)));
  const ownForm = page?.findForm(access);
  if (ownForm) await portalForms.load(ownForm);
  await loaded;
  return brand;
}
