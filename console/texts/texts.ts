import type { english } from './texts-en.ts'

type Words<T> = {
  readonly [Key in keyof T]: T[Key] extends (...given: infer Given) => string
    ? (...given: Given) => string
    : T[Key] extends string
      ? string
      : Words<T[Key]>
}

/** The texts of the console. English is the original, and the other languages have the same ones. */
export type Texts = Words<typeof english>
