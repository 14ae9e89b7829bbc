import { useRef } from 'react'
import { ListBox, ListBoxItem } from 'react-aria-components'
import { Button } from '../button.tsx'
import { partName, wordOf } from '../calendar-words.ts'
import { PageLocale } from '../page-locale.tsx'
import { footerClass } from './calendar-parts.tsx'
import { readMoment } from './day.ts'
import { MonthOfDays } from './day-calendar.tsx'
import css from './moment-calendar.module.css'
import { nowInShanghai, todayInShanghai } from './shanghai-days.ts'

const numbersBelow = (count: number) => Array.from({ length: count }, (_, i) => String(i).padStart(2, '0'))
const [hours, minutes] = [numbersBelow(24), numbersBelow(60)]

interface ColumnProps {
  readonly name: string
  readonly numbers: readonly string[]
  readonly value: string | null
  readonly onChoose: (value: string) => void
}

/** Scrolls a number to the top of its column, once both are displayed. */
const scrollToTop = (number: HTMLElement | null) => {
  requestAnimationFrame(() => {
    const list = number?.parentElement
    if (number && list) list.scrollTop = number.offsetTop - list.offsetTop
  })
}

/** A column of hours or minutes; the chosen one is at its top when it opens. */
const Column = ({ name, numbers, value, onChoose }: ColumnProps) => {
  const initialValue = useRef(value).current
  return (
    <div className={css.column}>
      <span aria-hidden="true">{name}</span>
      <ListBox
        aria-label={name}
        className={css.list ?? ''}
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={value ? [value] : []}
        onSelectionChange={(keys) => {
          const [key] = keys
          if (key !== undefined) onChoose(String(key))
        }}
      >
        {numbers.map((number) => (
          <ListBoxItem
            key={number}
            ref={number === initialValue ? scrollToTop : null}
            id={number}
            textValue={number}
            className={css.number ?? ''}
          >
            {number}
          </ListBoxItem>
        ))}
      </ListBox>
    </div>
  )
}

interface Props {
  readonly moment: string | null
  readonly onMoment: (moment: string) => void
  readonly onDone: () => void
  /** Accessible name of the calendar. */
  readonly name: string
}

/** The calendar of a date-time field. Every choice counts at once; it stays open until both parts are chosen. */
export const MomentCalendar = ({ moment, onMoment, onDone, name }: Props) => {
  const current = readMoment(moment ?? '')
  const day = current?.slice(0, 10) ?? null
  const time = current?.slice(11) ?? '00:00:00'
  const [hour, minute] = time.split(':') as [string, string]
  const setTime = (nextHour: string, nextMinute: string) =>
    onMoment(`${day ?? todayInShanghai()} ${nextHour}:${nextMinute}:00`)
  return (
    <>
      <div className={css.parts}>
        <MonthOfDays day={day} name={name} onDay={(nextDay) => onMoment(`${nextDay} ${time}`)} />
        <PageLocale>
          <div className={css.columns}>
            <Column
              name={partName('hour')}
              numbers={hours}
              value={current && hour}
              onChoose={(next) => setTime(next, minute)}
            />
            <Column
              name={partName('minute')}
              numbers={minutes}
              value={current && minute}
              onChoose={(next) => setTime(hour, next)}
            />
          </div>
        </PageLocale>
      </div>
      <div className={footerClass}>
        <Button
          kind="link"
          onClick={() => {
            onMoment(nowInShanghai())
            onDone()
          }}
        >
          {wordOf('now')}
        </Button>
        <Button kind="link" onClick={onDone}>
          {wordOf('done')}
        </Button>
      </div>
    </>
  )
}
