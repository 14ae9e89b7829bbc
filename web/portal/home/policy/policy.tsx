import { type KeyboardEvent, useId, useRef } from 'react'
import { type NewsGroup, news } from '#contract/news/public.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import { AsyncSection } from '../../async-section.tsx'
import { Section } from '../section.tsx'
import { Card } from './card.tsx'
import css from './policy.module.css'
import { nextIndex, type Rotation, useRotation } from './rotation.ts'

/** Position of a card: in front, beside the front card, or hidden. */
const placeOf = (i: number, at: number, count: number): 'front' | 'after' | 'before' | 'away' => {
  if (i === at) return 'front'
  if (i === nextIndex(at, count)) return 'after'
  return i === nextIndex(at, count, -1) ? 'before' : 'away'
}

interface Props {
  readonly groups: readonly NewsGroup[]
  readonly rotation: Rotation
  /** Prefix for the element ids of the tabs and cards. */
  readonly id: string
}

/** One tab per column; the arrow keys move between tabs. */
const Tabs = ({ groups, rotation: { at, show }, id }: Props) => {
  const t = useLocalize()
  const list = useRef<HTMLDivElement>(null)
  const handleKeyDown = ({ key }: KeyboardEvent) => {
    const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : null
    if (!step) return
    const next = nextIndex(at, groups.length, step)
    show(next)
    list.current?.querySelectorAll('button')[next]?.focus()
  }
  return (
    <div ref={list} role="tablist" aria-label={t(['栏目', 'Columns'])} className={css.tabs} onKeyDown={handleKeyDown}>
      {groups.map(({ name, lang, type }, i) => (
        <button
          key={type}
          type="button"
          role="tab"
          lang={lang}
          id={`${id}-tab-${type}`}
          aria-controls={`${id}-card-${type}`}
          aria-selected={i === at}
          tabIndex={i === at ? 0 : -1}
          className="deep-choice"
          onClick={() => show(i)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}

const Cards = ({ groups, rotation: { at, show }, id }: Props) => (
  <div className={css.stage} data-count={groups.length}>
    {groups.map((group, i) => {
      const place = placeOf(i, at, groups.length)
      return (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has the tabs; a click only activates a side card
        <div
          key={group.type}
          role="tabpanel"
          id={`${id}-card-${group.type}`}
          aria-labelledby={`${id}-tab-${group.type}`}
          className={css.card}
          data-place={place}
          data-name={group.name}
          onClick={place === 'front' ? undefined : () => show(i)}
        >
          <div inert={place !== 'front'}>
            <Card of={group} />
          </div>
        </div>
      )
    })}
  </div>
)

const Carousel = ({ groups }: { groups: readonly NewsGroup[] }) => {
  const t = useLocalize()
  const id = useId()
  const rotation = useRotation(groups.length)
  return (
    <section
      aria-roledescription={t(['轮播', 'carousel'])}
      aria-label={t(['政策与资讯栏目', 'Policy and news columns'])}
      {...rotation.pauseHandlers}
    >
      <div className={css.bar}>
        <Tabs groups={groups} rotation={rotation} id={id} />
        {groups.length > 1 ? (
          <Button kind="link" onClick={rotation.toggle}>
            {rotation.stopped ? t(['继续轮播', 'Play']) : t(['暂停轮播', 'Pause'])}
          </Button>
        ) : null}
      </div>
      <Cards groups={groups} rotation={rotation} id={id} />
    </section>
  )
}

/** Policy and news, one card for each column the editors maintain (specification 000, section 2). */
export const Policy = () => {
  const t = useLocalize()
  const groups = useAnswer(news.getIndex)
  return (
    <Section title={t(['政策与资讯', 'Policy and news'])} muted>
      <AsyncSection from={groups} height={456} isEmpty={(all) => all.length === 0}>
        {(all) => <Carousel groups={all} />}
      </AsyncSection>
    </Section>
  )
}
