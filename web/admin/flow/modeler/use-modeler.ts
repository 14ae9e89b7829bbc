import { type RefObject, useEffect, useReducer, useRef, useState } from 'react'
import { currentLang } from '#web/base/language.ts'
import { fetchCode } from '#web/base/page-code.ts'
import { fitDrawing } from '../diagram/fit-drawing.ts'
import type { Modeler, Shape } from './editor-parts.ts'

type State = 'loading' | 'failed' | Modeler

/** The element whose properties are edited: the selected one, otherwise the process. */
export const selectedShape = (modeler: Modeler): Shape => {
  const [shape, ...others] = modeler.get('selection').get()
  if (!shape || others.length) return modeler.get('canvas').getRootElement()
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

const load = async (modeler: Modeler, text: string) => {
  await modeler.importXML(text)
  fitDrawing(modeler.get('canvas'))
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

/** An editor for a definition: one for each effect, destroyed with it. `isChanged` says whether anything was drawn since it was saved. */
export const useModeler = (box: RefObject<HTMLDivElement | null>, xml: string) => {
  const [state, setState] = useState<State>('loading')
  const [isChanged, setChanged] = useState(false)
  // the panel and the tools read the editor, which changes outside of React
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  const isImporting = useRef(false)
  useEffect(() => {
    const container = box.current
    let isCurrent = true
    const endings: (() => void)[] = []
    const open = async () => {
      const { createModeler } = await fetchCode(() => import('./bpmn-modeler.ts'))
      if (!isCurrent || !container) return
      const modeler = createModeler(container, currentLang())
      endings.push(focusOnPress(modeler, container), () => modeler.destroy())
      await load(modeler, xml)
      if (!isCurrent) return
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
  }, [box, xml])
  return {
    state,
    isChanged,
    setChanged,
    /** Replaces the drawing; if the text cannot be drawn, the drawing stays. */
    replace: async (modeler: Modeler, text: string) => {
      const { xml: before = '' } = await modeler.saveXML({ format: true })
      isImporting.current = true
      try {
        await load(modeler, text)
        setChanged(true)
      } catch (error) {
        await load(modeler, before)
        throw error
      } finally {
        isImporting.current = false
      }
    },
  }
}
