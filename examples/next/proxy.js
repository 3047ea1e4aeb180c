import { nextSession } from '@latchkey/client/next'
import { headers } from 'next/headers'
import { NextResponse } from 'next/server'

const { caller, proxy } = nextSession({ headers, NextResponse })

export { caller, proxy }
