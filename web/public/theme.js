// Before the first paint: the light, colours and motion that this person chose (lib/settings.svelte.ts).
(function () {
    var s = {};
    try {
        s = JSON.parse(localStorage.getItem('parlor.settings') || '{}');
    } catch (e) {
        /* nothing is kept: the system's light */
    }
    var d = document.documentElement.dataset;
    var dark = matchMedia('(prefers-color-scheme: dark)').matches;
    if (s.theme === 'evening' || (s.theme !== 'afternoon' && dark)) d.light = 'evening';
    if (s.palette === 'safe') d.palette = 'safe';
    if (s.motion && s.motion !== 'full') d.motion = s.motion;
})();
