// The rules of a screen's geometry, measured in the page: `measure` runs there and returns the faults as sentences.

/* Sizes in CSS pixels. */
const limits = { letters: 11, touch: 44, mouse: 24, cardWide: 28, cardHigh: 44 };

/* How wide cards are at least, by state and size: what the game is about is large. */
const hands = '.fan .card';
const field = '.fieldbox .cell';
const own = '[data-place]';
const least = {
    'photograph-2-late': { '1024x700': { [field]: 72, [own]: 60 }, '1280x800': { [field]: 92, [own]: 74 } },
    'photograph-4-late-wind': {
        '1024x700': { [field]: 72, [own]: 60 }, '1024x768': { [field]: 84, [own]: 60 }, '1280x800': { [field]: 92, [own]: 74 },
        '1366x650': { [field]: 84, [own]: 74 }, '1920x1080': { [field]: 155, [own]: 115 }, '2560x1440': { [field]: 215, [own]: 155 },
    },
    'luz-3': { '1024x700': { [hands]: 84 }, '1280x800': { [hands]: 102 }, '1366x650': { [hands]: 92 }, '1920x1080': { [hands]: 160 }, '2560x1440': { [hands]: 215 } },
    'luz-4': {
        '1024x700': { [hands]: 72 }, '1024x768': { [hands]: 82 }, '1280x800': { [hands]: 87 }, '1366x650': { [hands]: 84 },
        '1920x1080': { [hands]: 128 }, '2560x1440': { [hands]: 172 },
    },
    /* Forty cards, the window and the own hand: the height of a low window permits no more. */
    'luz-5': {
        '1024x700': { [hands]: 68 }, '1024x768': { [hands]: 69 }, '1280x800': { [hands]: 82 }, '1366x650': { [hands]: 68 },
        '1920x1080': { [hands]: 122 }, '2560x1440': { [hands]: 166 },
    },
};

/** Runs in the page. `whole`: what must be whole in the first screen; `still`: the table does not scroll; `shows`: what
    has to be there and read; `wide`: the least width of cards. */
function measureHere({ limits, touch, whole, still, shows, wide }) {
    const faults = new Set();
    const dialogs = [...document.querySelectorAll('dialog[open]')];
    /* A layer over the screen is measured alone. */
    const over = document.querySelector('.screen aside, .toast, .offer, .guide.placed');
    const root = dialogs.at(-1) ?? over ?? document.body;
    const meet = (a, b, slack = 1.5) =>
        Math.min(a.right, b.right) - Math.max(a.left, b.left) > slack && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > slack;
    /* A question lies over what it is asked about; it hides all below it. */
    const question = root.querySelector('.asking');
    const under = (el) => question && !question.contains(el) && !el.contains(question) && meet(question.getBoundingClientRect(), el.getBoundingClientRect());
    const seen = (el) => !under(el) && getComputedStyle(el).clipPath !== 'inset(50%)' && el.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !el.closest('.sr, .skip, option, title, a.picture, a .art, .overlay, .fieldbox:has(.sky) > .sheet');
    const name = (el) => {
        const own = (one) => one.tagName.toLowerCase() + [...one.classList].filter((c) => !c.startsWith('svelte-') && !c.startsWith('s-')).map((c) => `.${c}`).join('');
        const up = el.closest('[class]') ?? el;
        const above = up.parentElement?.closest('[class]');
        return `${above ? `${own(above)} ` : ''}${own(up)}`;
    };
    const about = (el, text) => `${name(el)} “${text.trim().slice(0, 30)}”`;
    /* An element that sticks to the bottom of a scrolled box hides the text scrolled behind it, if nothing shines through. */
    const sticking = [...root.querySelectorAll('*')].filter((el) => getComputedStyle(el).position === 'sticky' && getComputedStyle(el).bottom !== 'auto');
    for (const el of sticking) {
        if (/transparent|, 0?\.\d+\)|\/ 0?\.\d+\)/.test(getComputedStyle(el).backgroundColor)) faults.add(`${name(el)}: text shines through what sticks`);
    }
    /* The part of a box that is not scrolled away; null: none. */
    const shown = (el, box) => {
        let { left, right, top, bottom } = box;
        for (let up = el.parentElement; up && up !== document.body; up = up.parentElement) {
            if (!/auto|scroll/.test(getComputedStyle(up).overflowY)) continue;
            const frame = up.getBoundingClientRect();
            top = Math.max(top, frame.top);
            bottom = Math.min(bottom, frame.bottom);
            for (const over of sticking.filter((one) => up.contains(one) && !one.contains(el))) {
                const cover = over.getBoundingClientRect();
                if (box.top < cover.bottom) bottom = Math.min(bottom, cover.top);
            }
        }
        return bottom - top > 2 ? { left, right, top, bottom, width: right - left, height: bottom - top } : null;
    };
    const round = (n) => Math.round(n * 10) / 10;

    /* Letters, without the empty space above and below them. */
    const texts = [];
    const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
        const el = node.parentElement;
        if (!el || !node.data.trim() || !seen(el)) continue;
        const svg = el.closest('svg');
        /* Chromium knows the boxes of letters that a drawing does not show. */
        if (svg && el.getBoundingClientRect().width === 0) continue;
        const scale = el.getScreenCTM ? Math.abs(el.getScreenCTM()?.d ?? 1) : 1;
        const size = parseFloat(getComputedStyle(el).fontSize) * scale;
        const range = document.createRange();
        range.selectNodeContents(node);
        const boxes = [...range.getClientRects()].filter((box) => box.width > 0 && box.height > 0);
        if (boxes.length === 0) continue;
        if (size < limits.letters - 0.05) faults.add(`${about(el, node.data)}: letters of ${round(size)} px`);
        if (/^\d+$/.test(node.data.trim()) && boxes.length > 1) faults.add(`${about(el, node.data)}: a number in two lines`);
        for (const box of boxes) {
            const part = shown(el, box);
            if (!part) continue;
            const middle = (box.top + box.bottom) / 2;
            const top = Math.max(middle - size * 0.36, part.top);
            texts.push({ el, svg, text: node.data, left: box.left, right: box.right, top, bottom: Math.max(top, Math.min(middle + size * 0.36, part.bottom)) });
        }
    }

    /* No text is cut: by the window's sides, or by anything around it that hides what does not fit. */
    for (const one of texts) {
        if (one.left < -1 || one.right > innerWidth + 1) faults.add(`${about(one.el, one.text)}: beyond the window's side`);
        for (let up = one.svg ?? one.el; up && up !== document.body; up = up.parentElement) {
            const style = getComputedStyle(up);
            if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
            if (style.display === 'inline') continue;
            const box = up.getBoundingClientRect();
            const scrolls = (way) => way === 'auto' || way === 'scroll';
            if (!scrolls(style.overflowX) && (one.left < box.left - 1.5 || one.right > box.right + 1.5)) faults.add(`${about(one.el, one.text)}: cut at the side by ${name(up)}`);
            if (!scrolls(style.overflowY) && (one.top < box.top - 1.5 || one.bottom > box.bottom + 1.5)) faults.add(`${about(one.el, one.text)}: cut above or below by ${name(up)}`);
            if (scrolls(style.overflowX) || scrolls(style.overflowY)) break;
        }
    }

    /* Nothing lies over a text but its own. A drawing's words belong to the drawing. */
    const things = [...root.querySelectorAll('button, a[href], select, input, textarea, .photo, .card .art, .fan .cell')].filter(seen);
    const boxes = things.map((el) => ({ el, box: el.getBoundingClientRect() })).filter(({ el, box }) => box.width > 0 && box.height > 0 && shown(el, box));
    const plain = texts.filter((one) => !one.svg);
    plain.forEach((one, k) => {
        for (const other of plain.slice(k + 1)) {
            if (one.el !== other.el && !one.el.contains(other.el) && !other.el.contains(one.el) && meet(one, other)) faults.add(`${about(one.el, one.text)} and ${about(other.el, other.text)} overlap`);
        }
        for (const { el, box } of boxes) {
            if (el.contains(one.el) || one.el.closest('button, a[href], label, li, .pile')?.contains(el) || !meet(one, shown(el, box), 2)) continue;
            faults.add(`${about(one.el, one.text)} and ${name(el)} overlap`);
        }
    });

    /* Icons are seen: some colour of each differs from what is below it by 3 : 1. Cards have paper of their own. */
    const rgb = (text) => {
        const [r, g, b, a = 1] = (text.match(/-?[\d.]+(e-?\d+)?/g) ?? [0, 0, 0, 0]).map(Number);
        return text.startsWith('color(') ? [r * 255, g * 255, b * 255, a] : [r, g, b, a];
    };
    const mixed = (top, below, alpha = 1) => top.slice(0, 3).map((x, k) => x * top[3] * alpha + below[k] * (1 - top[3] * alpha));
    const light = (colour) => {
        const [r, g, b] = colour.map((x) => (x / 255 <= 0.04045 ? x / 255 / 12.92 : ((x / 255 + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const ratio = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
    for (const svg of root.querySelectorAll('svg')) {
        const box = svg.getBoundingClientRect();
        if (box.width === 0 || box.width > 40 || !seen(svg) || svg.parentElement.closest('svg, .photo, .art, .rose, .card, .cell, .frame, button:disabled') || !shown(svg, box)) continue;
        let alpha = 1;
        const above = [];
        for (let up = svg; up; up = up.parentElement) {
            const style = getComputedStyle(up);
            alpha *= Number(style.opacity);
            above.push(rgb(style.backgroundColor));
        }
        const below = above.reverse().reduce((ground, colour) => mixed(colour, ground), [255, 255, 255]);
        const colours = [...svg.querySelectorAll('path, rect, circle, ellipse, line, polygon')].flatMap((shape) => {
            const style = getComputedStyle(shape);
            return [style.fill, style.stroke].filter((one) => /^(rgb|color)/.test(one));
        });
        /* Symbols in one ink, dark or light. */
        const ink = getComputedStyle(svg).filter;
        if (ink.startsWith('brightness(0)')) colours.splice(0, Infinity, ink.includes('invert') ? 'rgb(237, 237, 237)' : 'rgb(0, 0, 0)');
        const most = Math.max(1, ...colours.map((one) => ratio(mixed(rgb(one), below, alpha), below)));
        if (colours.length > 0 && most < 3) faults.add(`${name(svg)}: an icon of ${round(most)} : 1`);
    }

    /* Buttons, cards and gaps. In a hand a card may cover the next one's right side: the rest counts. */
    const controls = boxes.filter(({ el }) => el.matches('button, a[href], select, input:not([type=radio], [type=checkbox]), textarea, label.option'));
    const isCard = (el) => el.matches('[data-place], [data-gap], [data-slot], [data-card], .look, [data-cell], .sheet .cell');
    for (const { el, box } of controls) {
        let wide = box.width;
        if (el.dataset.place !== undefined) {
            const next = el.closest('li')?.nextElementSibling?.querySelector('.card')?.getBoundingClientRect();
            if (next && next.left > box.left) wide = Math.min(wide, next.left - box.left);
        }
        const words = `${round(wide)} x ${round(box.height)} px`;
        if (isCard(el)) {
            if (wide < limits.cardWide - 0.5 || box.height < limits.cardHigh - 0.5) faults.add(`${name(el)}: a card of ${words}`);
        } else if (!el.matches('p a')) {
            const least = touch ? limits.touch : limits.mouse;
            if (box.width < least - 0.5 || box.height < least - 0.5) faults.add(`${about(el, el.textContent ?? '')}: a button of ${words}`);
        }
    }
    controls.forEach(({ el, box }, k) => {
        for (const other of controls.slice(k + 1)) {
            if (el.contains(other.el) || other.el.contains(el) || !meet(shown(el, box), shown(other.el, other.box))) continue;
            if (el.dataset.place !== undefined && other.el.dataset.place !== undefined) continue;
            faults.add(`${name(el)} and ${name(other.el)} overlap`);
        }
    });

    for (const selector of shows) {
        const one = root.querySelector(selector);
        if (!one || !seen(one) || !one.innerText.trim()) faults.add(`${selector} is not shown`);
    }
    for (const [selector, least] of Object.entries(wide)) {
        const width = Math.min(...[...root.querySelectorAll(selector)].map((el) => el.offsetWidth));
        if (!(width >= least)) faults.add(`${selector}: a card of ${width} px, at least ${least}`);
    }
    /* One's own films are not smaller than the others'. */
    const heights = (selector) => [...root.querySelectorAll(selector)].filter(seen).map((el) => el.offsetHeight);
    const others = Math.max(0, ...heights('.rivals .film .frame'));
    if (Math.min(Infinity, ...heights('.own .film .frame')) < others) faults.add(`the own films are smaller than the others' of ${others} px`);

    /* Notices that come and go never cover a card of the hand. */
    const covers = over?.matches('aside') ? null : (over ?? question);
    for (const el of covers ? document.querySelectorAll('[data-place], [data-slot], [data-card]') : []) {
        if (meet(covers.getBoundingClientRect(), el.getBoundingClientRect())) faults.add(`${name(covers)} covers ${name(el)}`);
    }

    /* The first screen. */
    const place = root.querySelector('main.place') ?? document.documentElement;
    const beyond = Math.max(document.documentElement.scrollWidth - innerWidth, place.scrollWidth - place.clientWidth);
    if (beyond > 0) faults.add(`the screen is ${beyond} px wider than the window`);
    if (dialogs.length === 0 && !over) {
        for (const selector of whole) {
            const parts = [...document.querySelectorAll(selector)].filter(seen);
            if (parts.length === 0) faults.add(`there is no ${selector}`);
            for (const part of parts) {
                const box = part.getBoundingClientRect();
                if (box.top < -0.5 || box.left < -0.5 || box.bottom > innerHeight + 0.5 || box.right > innerWidth + 0.5)
                    faults.add(`${name(part)}: not whole in the first screen (${round(box.left)} ${round(box.top)} to ${round(box.right)} ${round(box.bottom)})`);
            }
        }
        const inner = [place, ...place.querySelectorAll('*')].filter((el) => el.scrollHeight > el.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(el).overflowY));
        if (still && inner.length > 0) faults.add(`${name(inner[0])} scrolls: ${inner[0].scrollHeight} in ${inner[0].clientHeight} px`);
    }
    return [...faults];
}

/** The faults of the page as it is now. */
export const measure = (page, { touch, whole = [], still = false, shows = [], name, size, standard }) =>
    page.evaluate(measureHere, { limits, touch, whole, still, shows, wide: (!standard && least[name]?.[size]) || {} });
