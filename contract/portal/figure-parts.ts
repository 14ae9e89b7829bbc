import { call, shaped } from '../kit/call.ts'
import { choice } from '../kit/field.ts'
import { type FigureKey, figureWords } from './figure-words.ts'

/** Figures that are told by their parts, and what each part is: a field the list of projects can be narrowed by. */
export const partFieldByFigure = {
  projects: 'province',
  investment: 'province',
  terminals: 'province',
  divisions: 'nationalEconomy2',
  scenes: 'scene',
} as const satisfies Partial<Record<FigureKey, string>>

export type FigureWithParts = keyof typeof partFieldByFigure

/** One part of a figure: its code, its name in the reader's language, and how much of the figure it is, in the figure's own unit. */
export interface Part {
  code: string
  name: string
  value: number
}

/** A figure with the parts it is made of, the largest first. `divisions` counts its parts; the value of each is its projects. */
export interface FigureParts {
  key: FigureWithParts
  value: number
  parts: Part[]
  asOf: string
}

const figuresWithParts = Object.keys(partFieldByFigure) as FigureWithParts[]

/** What the figures of the home page are made of: for who follows one to its rows, and not sent with the page itself. */
export const figureParts = {
  figure: call('GET', 'caict-porject/Home/figure', ['指标构成', 'Parts of a figure'], {
    access: 'public',
    input: {
      key: choice('指标', 'Figure', {
        required: true,
        choices: figuresWithParts.map((key) => [key, figureWords[key].name]),
      }),
    },
    output: shaped<FigureParts>(),
  }),
}
