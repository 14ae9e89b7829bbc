import { call, shaped } from '../kit/call.ts'
import { choice } from '../kit/field.ts'
import { type FigureKey, figureWords } from './figure-words.ts'

/** Figures with a breakdown, and the field of the project list by which each is broken down. */
export const partFieldByFigure = {
  projects: 'province',
  networks: 'province',
  investment: 'province',
  terminals: 'province',
  divisions: 'nationalEconomy2',
  scenes: 'scene',
} as const satisfies Partial<Record<FigureKey, string>>

export type FigureWithParts = keyof typeof partFieldByFigure

/** One part of a figure: code, name in the reader's language, and value in the unit of the figure. */
export interface Part {
  code: string
  name: string
  value: number
}

/** A figure with its parts, the largest first. The value of `divisions` is the number of parts; each part counts projects. */
export interface FigureParts {
  key: FigureWithParts
  value: number
  parts: Part[]
  asOf: string
}

const figuresWithParts = Object.keys(partFieldByFigure) as FigureWithParts[]

/** The breakdown of a figure of the home page: loaded on request, not with the page. */
export const figureParts = {
  figure: call('GET', 'caict-porject/Home/figure', ['指标构成', 'Breakdown of a figure'], {
    access: 'public',
    input: {
      key: choice('指标', 'Indicator', {
        required: true,
        choices: figuresWithParts.map((key) => [key, figureWords[key].name]),
      }),
    },
    output: shaped<FigureParts>(),
  }),
}
