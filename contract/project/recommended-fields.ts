import { longText, text, time } from '../kit/field.ts'

/** The fields of a recommended project that everybody may read: none about persons. */
export const publicRecommendFields = {
  projectName: text('项目名称', 'Project name', {
    required: true,
    max: 100,
    message: ['请输入项目名称', 'Give the name of the project'],
  }),
  projectAddress: text('项目地址', 'Address', {
    required: true,
    max: 200,
    message: ['请输入项目地址', 'Give the address of the project'],
  }),
  year: text('年份', 'Year', { rule: 'year' }),
  recommendTime: time('推荐时间', 'Recommended at', { direction: 'out' }),
  projectOverview: longText('项目概述', 'Overview', {
    required: true,
    max: 1500,
    message: ['请输入项目概述', 'Describe the project'],
  }),
  demandOverview: longText('需求概述', 'Demand', { max: 1000 }),
} as const
