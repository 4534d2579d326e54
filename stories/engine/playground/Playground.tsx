import { styled } from '@linaria/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { FormDefinition } from '#schemas/forms/forms.ts';
import { applyTheme } from '#src/brands/colors.ts';
import { lintDocument, type LocatedFinding } from '#tools/forms/lintDocument.ts';
import { DefinitionPane } from './DefinitionPane.tsx';
import type { JsonEditorHandle } from './JsonEditor.tsx';
import type { Result } from './Preview.tsx';
import { PreviewPane } from './PreviewPane.tsx';
import { presets } from './presets.ts';
import { ResultPane } from './ResultPane.tsx';
import { TopBar, type Area } from './TopBar.tsx';

const Frame = styled.main`
  display: grid;
  grid-template-rows: auto minmax(20rem, 1fr) minmax(11rem, 28dvh);
  height: 100dvh;
  background: var(--canvas);
  @media (max-width: 1023px) {
    height: auto;
    grid-template-rows: none;
  }
`;
const Panes = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  min-height: 0;
  > section {
    display: grid;
    grid-template-rows: auto minmax(0, 1fr);
    min-height: 0;
    min-width: 0;
    border-right: 1px solid var(--border);
  }
  @media (max-width: 1023px) {
    grid-template-columns: minmax(0, 1fr);
    > section {
      min-height: 28rem;
    }
    > section:first-child {
      height: 32rem;
    }
  }
  @media (max-width: 639px) {
    &[data-area='definition'] > section:last-child,
    &[data-area='preview'] > section:first-child {
      display: none;
    }
  }
`;

const firstPreset = Object.keys(presets)[0] ?? '';
const noResult: Result = { schema: null, answers: {} };

/** Edits a definition and shows its form, findings, JSON Schema and answers. */
export function Playground() {
  const editor = useRef<JsonEditorHandle>(null);
  const [preset, setPreset] = useState(firstPreset);
  const [text, setText] = useState(presets[firstPreset] ?? '');
  const [area, setArea] = useState<Area>('definition');
  const [brand, setBrand] = useState<string>();
  const [result, setResult] = useState(noResult);
  const { findings, value } = useMemo(() => lintDocument(text), [text]);

  const themed = (value as FormDefinition | undefined)?.theme?.primaryColor;
  const colour = brand ?? (typeof themed === 'string' ? themed : undefined);
  useEffect(() => applyTheme(colour ? { primaryColor: colour } : {}), [colour]);

  function open(name: string) {
    setPreset(name);
    setResult(noResult);
    setText(presets[name] ?? '');
  }
  function goTo({ place }: LocatedFinding) {
    setArea('definition');
    requestAnimationFrame(() => editor.current?.goTo(place.offset));
  }

  return (
    <Frame data-area={area}>
      <TopBar
        preset={preset}
        onPreset={open}
        colour={colour}
        onBrand={setBrand}
        area={area}
        onArea={setArea}
      />
      <Panes data-area={area}>
        <DefinitionPane ref={editor} text={text} findings={findings} onChange={setText} />
        <PreviewPane
          text={text}
          value={value}
          findings={findings}
          result={result}
          onResult={setResult}
        />
      </Panes>
      <ResultPane findings={findings} result={result} onGoTo={goTo} />
    </Frame>
  );
}
