import { type ReactNode, useEffect } from 'react'
import { consoleWords } from '#contract/console-words.ts'
import { definitionSuffix } from '#contract/flow/flow-manager.ts'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useScreenSize } from '#web/base/page/screen-size.ts'
import { Button } from '#web/ui/button.tsx'
import { ChooseFile } from '#web/ui/choose-file.tsx'
import { iconButtonClass } from '#web/ui/icon-button.ts'
import { CheckIcon, DownloadIcon, Redo2Icon, Undo2Icon, UploadIcon } from '#web/ui/icons.ts'
import { ZoomButtons } from '../diagram/zoom-buttons.tsx'
import type { Modeler } from './editor-parts.ts'
import css from './modeler.module.css'

interface Props {
  readonly modeler: Modeler
  readonly importFile: (file: File) => void
  readonly exportFile: () => void
  readonly check: () => void
}

/** Undo and redo, files, zoom. */
export const ModelerTools = ({ modeler, importFile, exportFile, check }: Props) => {
  const t = useLocalize()
  const stack = modeler.get('commandStack')
  const palette = modeler.get('palette')
  const isNarrow = useScreenSize() === 0
  // on a phone it would cover a good part of the drawing
  useEffect(() => {
    if (isNarrow) palette.close()
    else palette.open()
  }, [palette, isNarrow])
  const step = (label: Text, sign: ReactNode, isPossible: boolean, act: () => void) => (
    <button
      type="button"
      className={iconButtonClass(css.tool)}
      aria-label={t(label)}
      title={t(label)}
      disabled={!isPossible}
      onClick={act}
    >
      {sign}
    </button>
  )
  return (
    <div className={css.tools}>
      {step(['撤销', 'Undo'], <Undo2Icon aria-hidden="true" />, stack.canUndo(), stack.undo.bind(stack))}
      {step(['重做', 'Redo'], <Redo2Icon aria-hidden="true" />, stack.canRedo(), stack.redo.bind(stack))}
      {isNarrow ? (
        <Button aria-pressed={palette.isOpen()} onClick={palette.toggle.bind(palette)}>
          {t(['绘图工具', 'Palette'])}
        </Button>
      ) : null}
      <ChooseFile accept={`${definitionSuffix},.bpmn,.xml`} onSelect={([file]) => file && importFile(file)}>
        <UploadIcon aria-hidden="true" />
        {t(consoleWords.import)}
      </ChooseFile>
      <Button onClick={exportFile}>
        <DownloadIcon aria-hidden="true" />
        {t(consoleWords.export)}
      </Button>
      <Button onClick={check}>
        <CheckIcon aria-hidden="true" />
        {t(['检查', 'Check'])}
      </Button>
      <ZoomButtons viewer={modeler} />
    </div>
  )
}
