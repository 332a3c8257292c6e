// How each effect looks: an animation of the element itself, or of something drawn over it for that time.
// All of them end by themselves, and at once by a tap or a key; what lies below is always the true board.
import { ending, isReduced, skipAll, track } from '../lib/flip';
import type { Effect } from './moment';
import './effects.css';

const settle = 'cubic-bezier(0.2, 1.35, 0.4, 1)';
const out = 'cubic-bezier(0.2, 0.7, 0.3, 1)';

/** The time between two steps, in milliseconds. */
export const STEP = 130;

/** Where an element will be when it has come to rest: cards may still travel there (flip.ts). */
function placeOf(el: HTMLElement): DOMRect {
    const moving = el.getAnimations().flatMap((animation) => {
        const end = animation.effect?.getComputedTiming().endTime;
        return typeof end === 'number' && Number.isFinite(end) ? [{ animation, end, at: animation.currentTime }] : [];
    });
    for (const { animation, end } of moving) animation.currentTime = end;
    const place = el.getBoundingClientRect();
    for (const { animation, at } of moving) animation.currentTime = at;
    return place;
}

/** Something drawn over a place of the screen until its animation has ended. */
function over(place: DOMRect, name: string): HTMLElement {
    const el = document.createElement('div');
    el.className = `moment ${name}`;
    el.setAttribute('aria-hidden', 'true');
    for (const side of ['left', 'top', 'width', 'height'] as const) el.style[side] = `${place[side]}px`;
    document.body.append(el);
    return el;
}

function run(el: Element, effect: Effect, frames: Keyframe[], timing: KeyframeAnimationOptions): Animation {
    const animation = el.animate(frames, { fill: 'backwards', ...timing, id: `moment-${effect}` });
    track(animation);
    return animation;
}

function covered(place: DOMRect, effect: Effect, frames: Keyframe[], timing: KeyframeAnimationOptions, inner = false): void {
    const el = over(place, effect);
    const moved = inner ? el.appendChild(document.createElement('i')) : el;
    ending(run(moved, effect, frames, { fill: 'both', ...timing }), () => el.remove());
}

type Player = (el: HTMLElement, delay: number) => void;

const players: Record<Effect, Player> = {
    /* The travel of flip.ts, one card after another. */
    slide: (el, delay) => {
        for (const animation of el.getAnimations()) animation.effect?.updateTiming({ delay });
    },
    shutter: (el, delay) =>
        covered(
            placeOf(el),
            'shutter',
            [{ transform: 'scale(1.6)' }, { transform: 'scale(0)', offset: 0.45 }, { transform: 'scale(0)', offset: 0.6 }, { transform: 'scale(1.6)' }],
            { duration: 340, delay, easing: 'ease-in-out' },
            true,
        ),
    develop: (el, delay) =>
        void run(
            el,
            'develop',
            [{ filter: 'brightness(0.12) sepia(1)' }, { filter: 'brightness(1.5) sepia(0.7) contrast(0.7)', offset: 0.55 }, { filter: 'none' }],
            { duration: 760, delay: delay + 170, easing: 'ease-out' },
        ),
    smear: (el, delay) =>
        void run(
            el,
            'smear',
            [
                { filter: 'none', transform: 'none' },
                { filter: 'blur(3px)', transform: 'translateX(7%) skewX(-14deg)', offset: 0.35 },
                { filter: 'blur(2px)', transform: 'translateX(-5%) skewX(9deg)', offset: 0.7 },
                { filter: 'none', transform: 'none' },
            ],
            { duration: 460, delay: delay + 170, easing: 'ease-in-out' },
        ),
    pin: (el, delay) =>
        void run(
            el,
            'pin',
            [{ transform: 'translateY(-1.8em) rotate(-28deg) scale(2.1)', opacity: 0 }, { transform: 'translateY(-0.5em) rotate(-10deg) scale(1.5)', opacity: 1, offset: 0.45 }, { transform: 'none' }],
            { duration: 480, delay: delay + 300, easing: settle },
        ),
    dusk: (el, delay) =>
        covered(
            placeOf(el),
            'dusk',
            [{ transform: 'translateY(-100%)' }, { transform: 'none', opacity: 1, offset: 0.6 }, { transform: 'none', opacity: 0 }],
            { duration: 1900, delay, easing: out },
            true,
        ),
    light: (el, delay) => {
        const rose = el.closest<HTMLElement>('.rose') ?? el;
        const [around, pane] = [rose.getBoundingClientRect(), placeOf(el)];
        const [size, x, y] = [around.width * 1.15, pane.left + pane.width / 2, pane.top + pane.height / 2];
        covered(
            new DOMRect(x - size / 2, y - size / 2, size, size),
            'light',
            [{ transform: 'scale(0.15)', opacity: 0 }, { opacity: 1, offset: 0.3 }, { transform: 'scale(1)', opacity: 0 }],
            { duration: 1000, delay, easing: out },
        );
    },
    bead: (el, delay) =>
        void run(el, 'bead', [{ transform: 'translateY(-0.9em) scale(0)' }, { transform: 'scale(1.5)', offset: 0.6 }, { transform: 'none' }], {
            duration: 420, delay: delay + 260, easing: settle,
        }),
    join: (el, delay) =>
        covered(
            placeOf(el),
            'join',
            [{ transform: 'scale(1.25)', opacity: 0 }, { opacity: 1, offset: 0.4 }, { transform: 'none', opacity: 0 }],
            { duration: 620, delay: delay + 200, easing: out },
        ),
    whole: (el, delay) =>
        covered(
            placeOf(el),
            'whole',
            [{ transform: 'translateX(-110%)' }, { transform: 'translateX(110%)' }],
            { duration: 1100, delay: delay + 350, easing: 'ease-in-out' },
            true,
        ),
    fault: (el, delay) =>
        covered(
            placeOf(el),
            'fault',
            [{ transform: 'scale(1.7)', opacity: 0 }, { transform: 'none', opacity: 1, offset: 0.3 }, { transform: 'scale(1.12)', opacity: 0.7, offset: 0.65 }, { transform: 'none', opacity: 0 }],
            { duration: 1400, delay: delay + 300, easing: out },
        ),
};

/** Plays an effect at an element; less motion is a fade. */
export function perform(effect: Effect, el: HTMLElement, delay: number): void {
    if (document.documentElement.dataset.motion === 'none') return;
    if (!isReduced()) players[effect](el, delay);
    else if (effect !== 'slide' && effect !== 'dusk') run(el, effect, [{ opacity: 0.35 }, { opacity: 1 }], { duration: 160 });
}

/** The styles' own animations and transitions end too, but for those that go on until something is done. */
function endStyles(): void {
    for (const animation of document.getAnimations()) {
        const end = animation.effect?.getComputedTiming().endTime;
        if (typeof end === 'number' && Number.isFinite(end)) animation.finish();
    }
}
/* A tap or a key puts everything where it belongs; it still does what it was meant to do. The same press puts away cards
   that a table showed for a moment, and ends the effects that this begins. */
function endAll(): void {
    skipAll();
    endStyles();
    setTimeout(endStyles);
}
addEventListener('pointerdown', endAll, true);
addEventListener('keydown', endAll, true);
