import type { DictionarySeed } from './dictionary-seed.ts'

/** Days that differ from the week; the remark of an entry has the first and the last day. Administrators add those of a new year. */
export const calendarSeeds: readonly DictionarySeed[] = [
  {
    code: 'holiday',
    name: ['法定节假日', 'Public holiday'],
    entries: [
      [202601, '2026年元旦', 'New Year 2026', '2026-01-01,2026-01-03'],
      [202602, '2026年春节', 'Spring Festival 2026', '2026-02-15,2026-02-23'],
      [202603, '2026年清明节', 'Qingming 2026', '2026-04-04,2026-04-06'],
      [202604, '2026年劳动节', 'Labour Day 2026', '2026-05-01,2026-05-05'],
      [202605, '2026年端午节', 'Dragon Boat Festival 2026', '2026-06-19,2026-06-21'],
      [202606, '2026年中秋节', 'Mid-Autumn Festival 2026', '2026-09-25,2026-09-27'],
      [202607, '2026年国庆节', 'National Day 2026', '2026-10-01,2026-10-07'],
    ],
  },
  {
    code: 'working_weekend',
    name: ['调休工作日', 'Working weekend'],
    entries: [
      [202601, '2026年元旦调休', 'For New Year 2026', '2026-01-04,2026-01-04'],
      [202602, '2026年春节前调休', 'Before Spring Festival 2026', '2026-02-14,2026-02-14'],
      [202603, '2026年春节后调休', 'After Spring Festival 2026', '2026-02-28,2026-02-28'],
      [202604, '2026年劳动节调休', 'For Labour Day 2026', '2026-05-09,2026-05-09'],
      [202605, '2026年国庆节前调休', 'Before National Day 2026', '2026-09-20,2026-09-20'],
      [202606, '2026年国庆节后调休', 'After National Day 2026', '2026-10-10,2026-10-10'],
    ],
  },
]
