import { type RefObject, useEffect, useRef, useState } from 'react'
import { consoleWords } from '#contract/console-words.ts'
import type { FlowStep, ModelView } from '#contract/flow/flow-process.ts'
import type { Text } from '#contract/kit/text.ts'
import { useLang, useLocalize } from '#web/base/api/language.ts'
import { Loading } from '#web/base/page/page.tsx'
import { fetchCode } from '#web/base/page/page-code.ts'
import { Notice } from '#web/ui/notice.tsx'
import css from './diagram.module.css'
import { diagramLook } from './diagram-look.ts'
import { drawEnglishNames, namesPackage } from './english-names.ts'
import { fitDrawing } from './fit-drawing.ts'
import { marksOf } from './marks.ts'
import type { Services, Viewer } from './viewer.ts'
import { ZoomButtons } from './zoom-buttons.tsx'

type State = 'loading' | 'failed' | Viewer

interface Drawn extends Pick<ModelView, 'xml' | 'flow'> {
  /** An element to mark and to begin with. */
  readonly shown?: string
}

const markElements = (viewer: Viewer, flow: readonly FlowStep[], shown: string | undefined) => {
  const registry = viewer.get('elementRegistry')
  if (shown && registry.get(shown)) viewer.get('canvas').addMarker(shown, 'element-shown')
  for (const [id, mark] of marksOf(flow)) if (registry.get(id)) viewer.get('canvas').addMarker(id, mark)
}

/** Below this its words cannot be read. */
const minZoom = 0.5

/** The element that a reader looks for first: what runs, otherwise the start. */
const mainElement = (viewer: Viewer, flow: readonly FlowStep[]): string | undefined =>
  [...marksOf(flow)].findLast(([, mark]) => mark === 'node-primary')?.[0] ??
  viewer.get('elementRegistry').find(({ type }) => type === 'bpmn:StartEvent')?.id

/** Shows the whole drawing, or, if that would be too small to read, the part with its main element. */
const showDrawing = (viewer: Viewer, flow: readonly FlowStep[], shown: string | undefined) => {
  const canvas = viewer.get('canvas')
  if (fitDrawing(canvas) >= minZoom) return
  canvas.zoom(minZoom, 'auto')
  const id = shown ?? mainElement(viewer, flow)
  if (id && viewer.get('elementRegistry').get(id)) canvas.scrollToElement(id)
}

/** Fits the drawing into its box now and whenever the size of the box changes; returns what ends this. */
const keepFitted = (viewer: Viewer, box: Element, flow: readonly FlowStep[], shown: string | undefined) => {
  const observer = new ResizeObserver(() => {
    // in a tab that is not shown it has no size, and no scale would fit
    if (!box.clientWidth || !box.clientHeight) return
    viewer.get('canvas').resized()
    showDrawing(viewer, flow, shown)
  })
  observer.observe(box)
  return () => observer.disconnect()
}

/** Draws into an element: one viewer for each effect, destroyed with it; code that arrives later is ignored. */
const useViewer = (box: RefObject<HTMLDivElement | null>, { xml, flow, shown }: Drawn): State => {
  const [state, setState] = useState<State>('loading')
  const lang = useLang()
  useEffect(() => {
    const container = box.current
    const endings: (() => void)[] = []
    let isCurrent = true
    const draw = async () => {
      const { NavigatedViewer } = await fetchCode(() => import('./bpmn-viewer.ts'))
      if (!isCurrent || !container) return
      const moddleExtensions = { flowable: namesPackage }
      const viewer = new NavigatedViewer<Services>({ container, moddleExtensions, ...diagramLook() })
      endings.push(() => viewer.destroy())
      if (lang === 'en') drawEnglishNames(viewer)
      await viewer.importXML(xml)
      if (!isCurrent) return
      markElements(viewer, flow ?? [], shown)
      endings.unshift(keepFitted(viewer, container, flow ?? [], shown))
      setState(viewer)
    }
    setState('loading')
    // the list beside it says the same in words
    draw().catch(() => isCurrent && setState('failed'))
    return () => {
      isCurrent = false
      for (const end of endings) end()
    }
  }, [box, xml, flow, shown, lang])
  return state
}

const legend: readonly (readonly [mark: string, label: Text])[] = [
  ['success', ['已完成', 'Done']],
  ['primary', ['办理中', 'In progress']],
  ['warning', ['已走路径', 'Path taken']],
  ['plain', ['未到达', 'Not reached']],
]

const ended: (typeof legend)[number] = ['ended', ['未作决定即终止', 'Ended without a decision']]

const Legend = ({ flow }: { flow: readonly FlowStep[] }) => {
  const t = useLocalize()
  const hasEnded = [...marksOf(flow).values()].includes('node-ended')
  return (
    <ul className={css.legend}>
      {[...legend, ...(hasEnded ? [ended] : [])].map(([mark, label]) => (
        <li key={mark}>
          <span className={css.swatch} data-mark={mark} aria-hidden="true" />
          {t(label)}
        </li>
      ))}
    </ul>
  )
}

/** A process as a drawing that can be moved and enlarged; with an instance, its course is marked (specification 000, section 4). */
export const DiagramCanvas = ({ xml, flow, shown }: Drawn) => {
  const t = useLocalize()
  const box = useRef<HTMLDivElement>(null)
  const state = useViewer(box, { xml, ...(flow ? { flow } : {}), ...(shown ? { shown } : {}) })
  return (
    <div className={css.frame}>
      <div className="row wrap middle gap-8 gap-x-16">
        {flow ? <Legend flow={flow} /> : null}
        <ZoomButtons viewer={typeof state === 'string' ? null : state} />
      </div>
      {state === 'loading' ? <Loading /> : null}
      {state === 'failed' ? (
        <Notice
          tone="bad"
          live
          title={t(['流程图无法显示，请查看列表', 'The diagram cannot be displayed; see the list'])}
        />
      ) : null}
      <section
        ref={box}
        className={css.canvas}
        aria-label={t(consoleWords.diagram)}
        data-ready={typeof state === 'string' ? undefined : ''}
      />
    </div>
  )
}
