import { type RefObject, useEffect, useReducer, useRef, useState } from 'react'
import { flowModel } from '#contract/flow/flow-model.ts'
import { readingFault } from '#contract/flow/reading-faults.ts'
import type { Text } from '#contract/kit/text.ts'
import { ask } from '#web/base/api/caller.ts'
import { currentLang } from '#web/base/api/language.ts'
import { fetchCode } from '#web/base/page/page-code.ts'
import { fitDrawing } from '../diagram/fit-drawing.ts'
import { wholeShape } from './drawn-process.ts'
import type { Modeler, Shape } from './editor-parts.ts'

type State = 'loading' | 'failed' | Modeler

/** The element whose properties are edited: the selected one, otherwise the process. */
export const selectedShape = (modeler: Modeler): Shape => {
  const [shape, ...others] = modeler.get('selection').get()
  if (!shape || others.length) return wholeShape(modeler)
  return shape.labelTarget ?? shape
}

/** What selects an element and brings it into view; null if it is not drawn. */
export const showElement = (modeler: Modeler, id: string): (() => void) | null => {
  const shape = modeler.get('elementRegistry').get(id)
  if (!shape) return null
  return () => {
    const canvas = modeler.get('canvas')
    const isRoot = shape === canvas.getRootElement()
    modeler.get('selection').select(isRoot ? null : shape)
    if (isRoot) fitDrawing(canvas)
    else canvas.scrollToElement(shape.id)
  }
}

/** Draws a text; answers what of it cannot be drawn, which would be lost with the next saving. */
const load = async (modeler: Modeler, text: string): Promise<readonly Text[]> => {
  const { warnings } = await modeler.importXML(text)
  fitDrawing(modeler.get('canvas'))
  return warnings.flatMap(({ message }) => {
    const fault = readingFault(message)
    return fault ? [fault] : []
  })
}

/** Draws another text; if that fails, what was drawn before. */
const replaceIn = async (modeler: Modeler, text: string): Promise<readonly Text[]> => {
  const { xml: before = '' } = await modeler.saveXML({ format: true })
  try {
    return await load(modeler, text)
  } catch (error) {
    await load(modeler, before)
    throw error
  }
}

/** A stored definition with everything drawn; as it is if the server cannot read it either. */
const drawn = async (modelEditorXml: string): Promise<string> => {
  try {
    return (await ask(flowModel.calls.check, { modelEditorXml })).xml ?? modelEditorXml
  } catch {
    return modelEditorXml
  }
}

/**
 * Gives the focus to the drawing when something in it is pressed: entries of its palette and menus cannot have it, and the keys of the
 * drawing work only there. Returns what ends this.
 */
const focusOnPress = (modeler: Modeler, container: HTMLElement): (() => void) => {
  const focus = () => {
    if (!container.contains(document.activeElement)) modeler.get('canvas').focus()
  }
  container.addEventListener('click', focus)
  return () => container.removeEventListener('click', focus)
}

/** Tells the editor the size of its box whenever that changes; returns what ends this. */
const followSize = (modeler: Modeler, container: HTMLElement): (() => void) => {
  const observer = new ResizeObserver(() => modeler.get('canvas').resized())
  observer.observe(container)
  return () => observer.disconnect()
}

/** What the editor opens. */
interface Opened {
  readonly xml: string
  /** Whether others may have written it. */
  readonly isStored: boolean
}

/** An editor for a definition: one for each effect, destroyed with it. `isChanged` says whether anything was drawn since it was saved. */
export const useModeler = (box: RefObject<HTMLDivElement | null>, { xml, isStored }: Opened) => {
  const [state, setState] = useState<State>('loading')
  const [isChanged, setChanged] = useState(false)
  const [omitted, setOmitted] = useState<readonly Text[]>([])
  // the panel and the tools read the editor, which changes outside of React
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  const isImporting = useRef(false)
  useEffect(() => {
    const container = box.current
    let isCurrent = true
    const endings: (() => void)[] = []
    const open = async () => {
      const code = fetchCode(() => import('./bpmn-modeler.ts'))
      const text = isStored ? await drawn(xml) : xml
      const { createModeler } = await code
      if (!isCurrent || !container) return
      const modeler = createModeler(container, currentLang())
      endings.push(focusOnPress(modeler, container), () => modeler.destroy())
      const left = await load(modeler, text)
      if (!isCurrent) return
      setOmitted(left)
      endings.unshift(followSize(modeler, container))
      modeler.on(['selection.changed', 'commandStack.changed', 'import.done', 'palette.changed'], () => {
        if (isCurrent) rerender()
      })
      modeler.on('commandStack.changed', () => {
        // an import clears the stack, which is no change of the drawing
        if (isCurrent && !isImporting.current) setChanged(true)
      })
      setState(modeler)
    }
    setState('loading')
    open().catch(() => isCurrent && setState('failed'))
    return () => {
      isCurrent = false
      for (const end of endings) end()
    }
  }, [box, xml, isStored])
  return {
    state,
    isChanged,
    setChanged,
    /** What of the definition is not in the drawing. */
    omitted,
    setOmitted,
    /** Replaces the drawing; if the text cannot be drawn, the drawing stays. */
    replace: async (modeler: Modeler, text: string) => {
      isImporting.current = true
      try {
        setOmitted(await replaceIn(modeler, text))
        setChanged(true)
      } finally {
        isImporting.current = false
      }
    },
  }
}
